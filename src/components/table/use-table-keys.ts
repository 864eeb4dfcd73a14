import { useEffect, useEffectEvent } from 'react';
import { isKeyTaken } from '../../hooks/early-keys.ts';
import { areShortcutsOn } from '../../hooks/shortcuts.ts';

export interface TableKeys {
  /** Actions on the selected rows by their letter; empty without a selection. */
  letters: Record<string, (() => void) | undefined>;
  /** Clears the selection or, if nothing is selected, closes the panel; undefined if there is neither. */
  onEscape: (() => void) | undefined;
}

/**
 * The shortcuts of a table that work wherever the focus is: the letters of the actions on the selected rows, `f` to
 * focus the filters, and Escape.
 */
export function useTableKeys({ letters, onEscape }: TableKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isKeyTaken(event)) return;
    const filters = (): void => document.querySelector<HTMLElement>('[data-filters] button')?.focus();
    const keys: Record<string, (() => void) | undefined> = { f: filters, ...letters };
    const action = event.key === 'Escape' ? onEscape : areShortcutsOn() ? keys[event.key] : undefined;
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
