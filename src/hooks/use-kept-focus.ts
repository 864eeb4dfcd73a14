import { type RefObject, useEffect, useRef } from 'react';

/**
 * Time in ms that a dialog takes to close. When the action of a dialog removes a row, the dialog may still be closing.
 */
const DIALOG_CLOSES_MS = 400;

const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Moves the focus to the row that has replaced the row at `index`, or to the title of the screen. */
function focusRow(container: HTMLElement, index: number): void {
  const rows = container.querySelectorAll('li');
  const row = rows[Math.min(index, rows.length - 1)];
  const target = row?.querySelector<HTMLElement>('button, a') ?? document.querySelector<HTMLElement>('main h1');
  target?.focus({ preventScroll: true });
}

/**
 * Returns a ref for an element that contains lists. If the focused element in it disappears, for example because its
 * row was discarded, the focus moves to the next row. Without this, the next Tab would start at the top of the page.
 */
export function useKeptFocus<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => {
    const container = ref.current;
    if (!container) return;
    // Index of the focused row; kept when the row disappears or a dialog opens.
    let index: number | null = null;
    const onFocusIn = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || target.closest('[role="dialog"], [role="alertdialog"]')) return;
      const row = target.closest('li');
      const rows = [...container.querySelectorAll('li')];
      index = container.contains(target) ? Math.max(0, row ? rows.indexOf(row) : 0) : null;
    };
    const onFocusOut = ({ target, relatedTarget }: FocusEvent): void => {
      // A press outside all controls removes the focus too, but the element that had the focus still exists.
      if (relatedTarget === null && target instanceof Element)
        setTimeout(() => {
          if (target.isConnected && isFocusLost()) index = null;
        });
    };
    const restore = (): void => {
      if (index === null || !isFocusLost()) return;
      focusRow(container, index);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new MutationObserver(() => {
      restore();
      clearTimeout(timer);
      timer = setTimeout(restore, DIALOG_CLOSES_MS);
    });
    observer.observe(container, { childList: true, subtree: true });
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
    };
  }, []);
  return ref;
}
