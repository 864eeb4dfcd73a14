import { type RefObject, useEffect, useRef } from 'react';

/** A dialog that an action opened may still be closing when its row disappears. */
const DIALOG_CLOSES_MS = 400;

const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Moves the focus to the row that took the place of the row at `index`, or to the title of the screen. */
function focusRow(container: HTMLElement, index: number): void {
  const rows = container.querySelectorAll('li');
  const row = rows[Math.min(index, rows.length - 1)];
  const target = row?.querySelector<HTMLElement>('button, a') ?? document.querySelector<HTMLElement>('main h1');
  target?.focus({ preventScroll: true });
}

/**
 * Returns a ref for an element with lists. If the element that has the focus disappears from it, for example because
 * its row was discarded, the focus moves to the next row. Otherwise the next Tab would start at the top of the page.
 */
export function useKeptFocus<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => {
    const container = ref.current;
    if (!container) return;
    // Index of the row that has the focus, or had it until the row disappeared or a dialog opened.
    let index: number | null = null;
    const onFocusIn = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || target.closest('[role="dialog"], [role="alertdialog"]')) return;
      const row = target.closest('li');
      const rows = [...container.querySelectorAll('li')];
      index = container.contains(target) ? Math.max(0, row ? rows.indexOf(row) : 0) : null;
    };
    const onFocusOut = ({ target, relatedTarget }: FocusEvent): void => {
      // A press outside all controls also removes the focus, but the element that had it stays.
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
