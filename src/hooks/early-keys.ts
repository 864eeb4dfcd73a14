/** Selector of elements that handle key presses themselves: fields, and lists in which a letter jumps to an option. */
const KEY_HANDLING_ELEMENTS = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"]';

/** Whether a key press is meant for a field or a dialog. */
export function isKeyTaken({ target, defaultPrevented }: Pick<Event, 'target' | 'defaultPrevented'>): boolean {
  const isTyping = target instanceof Element && target.closest(KEY_HANDLING_ELEMENTS);
  return defaultPrevented || Boolean(isTyping || document.querySelector('[role="dialog"], [role="alertdialog"]'));
}

export const isModifier = (key: string): boolean => ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'].includes(key);

/** Maximum number of kept keys. */
const MAX_KEYS = 8;

let kept: KeyboardEvent[] = [];

/** Drops the kept keys, because the user has gone on to something else. */
export function dropEarlyKeys(): void {
  kept = [];
}

function keepKey(event: KeyboardEvent): void {
  const { key, code, repeat, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (repeat || isModifier(key)) return;
  const isMod = ctrlKey || metaKey;
  const isPlain = key.length === 1 && !isMod && !altKey;
  const isSearch = (key.toLowerCase() === 'k' || code === 'KeyK') && isMod && !altKey && !shiftKey;
  if (isKeyTaken(event) || !(isPlain || isSearch)) return dropEarlyKeys();
  // The browser would move the focus to its own search.
  if (isSearch) event.preventDefault();
  kept = [...kept.slice(1 - MAX_KEYS), event];
}

function dropIfTaken(event: FocusEvent): void {
  if (isKeyTaken(event)) dropEarlyKeys();
}

/**
 * Keeps the keys that are pressed before the code of the shortcuts is loaded, so that none is lost. Only the last keys
 * that can be shortcuts are kept: single keys, and Ctrl or Cmd and K. They are dropped as soon as the user does anything
 * else: presses another key, moves the focus to a field or to another window, or clicks.
 */
export function keepEarlyKeys(): void {
  addEventListener('keydown', keepKey);
  addEventListener('focusin', dropIfTaken);
  addEventListener('pointerdown', dropEarlyKeys);
  addEventListener('blur', dropEarlyKeys);
}

/** Returns the kept keys, and keeps no more. */
export function takeEarlyKeys(): KeyboardEvent[] {
  removeEventListener('keydown', keepKey);
  removeEventListener('focusin', dropIfTaken);
  removeEventListener('pointerdown', dropEarlyKeys);
  removeEventListener('blur', dropEarlyKeys);
  const keys = kept;
  dropEarlyKeys();
  return keys;
}
