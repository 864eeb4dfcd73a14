import { Trans, useLingui } from '@lingui/react/macro';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs';
import type { ReactElement } from 'react';
import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { blockTypeLabels } from '../block-labels.ts';
import { BlockForm } from './block-form.tsx';
import { SavedTime } from './block-panel.tsx';
import styles from './editor.module.css';
import { useEditor } from './editor-context.tsx';

/** The form of a block in a sheet, for phones. */
export function BlockSheet({ block, onClose }: { block: LandingBlock; onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const { blocks, moveBy, toggleHidden } = useEditor();
  const index = blocks.findIndex(({ id }) => id === block.id);
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t(blockTypeLabels[block.type])}
      description={<SavedTime />}
      footer={
        <div className={styles.sheetFooter}>
          <IconButton
            variant="ghost"
            aria-label={t`Move up`}
            isDisabled={index === 0}
            writes
            onPress={() => moveBy(block, -1)}
          >
            <IconChevronUp aria-hidden="true" />
          </IconButton>
          <IconButton
            variant="ghost"
            aria-label={t`Move down`}
            isDisabled={index === blocks.length - 1}
            writes
            onPress={() => moveBy(block, 1)}
          >
            <IconChevronDown aria-hidden="true" />
          </IconButton>
          <IconButton
            variant="ghost"
            aria-label={block.hidden ? t`Show block` : t`Hide block`}
            aria-pressed={block.hidden}
            writes
            onPress={() => toggleHidden(block)}
          >
            {block.hidden ? <IconEye aria-hidden="true" /> : <IconEyeOff aria-hidden="true" />}
          </IconButton>
          <Button wide onPress={onClose}>
            <Trans context="closes a sheet">Done</Trans>
          </Button>
        </div>
      }
    >
      <BlockForm key={block.id} block={block} />
    </Sheet>
  );
}
