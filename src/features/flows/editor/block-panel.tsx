import { Trans, useLingui } from '@lingui/react/macro';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import type { ReactElement } from 'react';
import { formatTime } from '../../../lib/dates.ts';
import { IconButton } from '../../../ui/button.tsx';
import { blockTypeLabels } from '../block-labels.ts';
import { BlockForm } from './block-form.tsx';
import styles from './editor.module.css';
import { useEditor } from './editor-context.tsx';

/** Shows when the page was last saved on this device. */
export function SavedTime(): ReactElement {
  const { savedAt } = useEditor();
  const time = savedAt === null ? '' : formatTime(savedAt);
  return (
    <small role="status" className={styles.saved}>
      {savedAt !== null && <Trans>Saved {time}</Trans>}
    </small>
  );
}

/** The form of the selected block beside the preview, with the block's actions. */
export function BlockPanel(): ReactElement {
  const { t } = useLingui();
  const { selected, canAdd, toggleHidden, duplicate, remove } = useEditor();
  if (!selected)
    return (
      <p className={styles.hint}>
        <Trans>Choose a block to edit it.</Trans>
      </p>
    );
  return (
    <>
      <div className={styles.panelHead}>
        <h2>{t(blockTypeLabels[selected.type])}</h2>
        <SavedTime />
        <IconButton
          aria-label={selected.hidden ? t`Show block` : t`Hide block`}
          aria-pressed={selected.hidden}
          writes
          onPress={() => toggleHidden(selected)}
        >
          {selected.hidden ? <IconEye aria-hidden="true" /> : <IconEyeOff aria-hidden="true" />}
        </IconButton>
        <IconButton aria-label={t`Duplicate block`} isDisabled={!canAdd} writes onPress={() => duplicate(selected)}>
          <IconCopy aria-hidden="true" />
        </IconButton>
        <IconButton aria-label={t`Delete block`} writes onPress={() => remove(selected)}>
          <IconTrash aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.panelBody}>
        <BlockForm key={selected.id} block={selected} />
      </div>
    </>
  );
}
