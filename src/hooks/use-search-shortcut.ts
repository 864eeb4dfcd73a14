import { type RefObject, useEffect } from 'react';
import { areShortcutsOn, isKeyTaken } from './shortcuts.ts';

/** Focuses this screen's search on "/", unless the person is typing. On other screens "/" opens the global search. */
export function useSearchShortcut(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key !== '/' || ctrlKey || metaKey || altKey || isKeyTaken(event) || !areShortcutsOn()) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [field]);
}
