import { useEffect, useEffectEvent } from 'react';
import { areShortcutsOn, isKeyTaken } from '../../../hooks/shortcuts.ts';

export interface DeskKeys {
  hasSelection: boolean;
  onAssign: () => void;
  onTag: () => void;
  onExport: (() => void) | undefined;
  /** Clears the selection or, without one, closes the panel; undefined if there is neither. */
  onEscape: (() => void) | undefined;
}

/**
 * The keyboard shortcuts of the table that work wherever the focus is: a, t and e assign, tag and export the selected
 * rows, f focuses the filters.
 */
export function useDeskKeys({ hasSelection, onAssign, onTag, onExport, onEscape }: DeskKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isKeyTaken(event)) return;
    const filters = (): void => document.querySelector<HTMLElement>('[data-filters] button')?.focus();
    const letters: Record<string, (() => void) | undefined> = {
      f: filters,
      ...(hasSelection && { a: onAssign, t: onTag, e: onExport }),
    };
    const action = event.key === 'Escape' ? onEscape : areShortcutsOn() ? letters[event.key] : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
