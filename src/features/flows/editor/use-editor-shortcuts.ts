import { useEffect, useEffectEvent } from 'react';
import { areShortcutsOn, isKeyTaken } from '../../../hooks/shortcuts.ts';
import { useEditor } from './editor-context.tsx';

export interface EditorKeys {
  onAdd: () => void;
  onPreview: () => void;
}

/** Runs the keys of the editor, unless the user is typing or a dialog is open. */
export function useEditorShortcuts({ onAdd, onPreview }: EditorKeys): void {
  const { selected, canAdd, undo, redo, moveBy, hide } = useEditor();
  /** Returns what a key press does; undefined if it is no key of the editor. */
  const actionOf = (event: KeyboardEvent): (() => void) | undefined => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if ((ctrlKey || metaKey) && !altKey) {
      const letter = key.toLowerCase();
      if (letter === 'z') return shiftKey ? redo : undo;
      return letter === 'y' ? redo : undefined;
    }
    if (altKey && selected && key === 'ArrowUp') return () => moveBy(selected, -1);
    if (altKey && selected && key === 'ArrowDown') return () => moveBy(selected, 1);
    if (altKey || !areShortcutsOn()) return undefined;
    if (key === '/') return canAdd ? onAdd : undefined;
    if (key === 'h' && selected) return () => hide(selected);
    return key === 'p' ? onPreview : undefined;
  };
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const action = isKeyTaken(event) ? undefined : actionOf(event);
    if (!action) return;
    event.preventDefault();
    // The list of blocks would otherwise look for a block with this letter.
    event.stopPropagation();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
}
