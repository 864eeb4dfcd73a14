import { useLingui } from '@lingui/react/macro';
import { type Shortcut, useShortcuts } from '../../../hooks/shortcuts.ts';
import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import { useEditor } from './editor-context.tsx';

export interface EditorKeys {
  onAdd: () => void;
  onPreview: () => void;
}

/** The keyboard shortcuts of the editor. Those that act on a block exist only while a block is selected. */
export function useEditorShortcuts({ onAdd, onPreview }: EditorKeys): void {
  const { t } = useLingui();
  const { selected, canAdd, undo, redo, moveBy, toggleHidden } = useEditor();
  const ofBlock = (block: LandingBlock): Shortcut[] => [
    { keys: ['h'], label: t`Hide or show the block`, run: () => toggleHidden(block) },
    { keys: ['alt+arrowup'], label: t`Move the block up`, run: () => moveBy(block, -1) },
    { keys: ['alt+arrowdown'], label: t`Move the block down`, run: () => moveBy(block, 1) },
  ];
  const shortcuts: Shortcut[] = [
    ...(canAdd ? [{ keys: ['/'], label: t`Add a block`, run: onAdd }] : []),
    { keys: ['p'], label: t`Preview`, run: onPreview },
    ...(selected ? ofBlock(selected) : []),
    { keys: ['mod+z'], label: t`Undo`, run: undo },
    { keys: ['mod+shift+z'], label: t`Redo`, run: redo },
    { keys: ['mod+y'], label: t`Redo`, run: redo },
  ];
  // The shortcuts run before the focused element gets the key. Otherwise, the list of blocks would use letters for its
  // type-ahead.
  useShortcuts('screen', shortcuts, true);
}
