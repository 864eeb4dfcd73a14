import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { blockTypes } from '../../../../contract/landing/values.ts';
import { PressButton } from '../../../ui/press.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { BlockIcon } from '../block-icons.tsx';
import { blockTypeLabels } from '../block-labels.ts';
import styles from './add-sheet.module.css';
import { useEditor } from './editor-context.tsx';

/** Lets the user choose the type of a new block, which comes after the selected one or at the end. */
export function AddSheet({ onClose }: { onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const { selected, add } = useEditor();
  const after = selected && t(blockTypeLabels[selected.type]);
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Add a block</Trans>}
      description={after ? <Trans>after {after}</Trans> : <Trans>at the end of the page</Trans>}
    >
      <ul className={styles.types} role="list">
        {blockTypes.map((type) => (
          <li key={type}>
            <PressButton
              className={styles.type}
              onPress={() => {
                onClose();
                add(type);
              }}
            >
              <BlockIcon type={type} />
              {t(blockTypeLabels[type])}
            </PressButton>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
