import { useLingui } from '@lingui/react/macro';
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconArrowForwardUp from '@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs';
import type { ReactElement } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { useEditor } from './editor-context.tsx';

/** The buttons Undo and Redo of the editor. */
export function HistoryButtons(): ReactElement {
  const { t } = useLingui();
  const { canUndo, canRedo, undo, redo } = useEditor();
  return (
    <>
      <IconButton aria-label={t`Undo`} isDisabled={!canUndo} writes onPress={undo}>
        <IconArrowBackUp aria-hidden="true" />
      </IconButton>
      <IconButton aria-label={t`Redo`} isDisabled={!canRedo} writes onPress={redo}>
        <IconArrowForwardUp aria-hidden="true" />
      </IconButton>
    </>
  );
}
