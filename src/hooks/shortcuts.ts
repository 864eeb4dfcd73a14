import { log } from '../lib/log.ts';

const KEY = 'haversack.shortcuts';

/** Whether single-key shortcuts are on; some people's input devices trigger them by accident. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Turns single-key shortcuts on or off. Changes nothing if storage is full or forbidden. */
export function setShortcutsOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch (error) {
    log.warn('the shortcut setting was not stored', error);
  }
}

/** Whether a key press is meant for a field or a dialog. */
export function isKeyTaken({ target, defaultPrevented }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
  return defaultPrevented || Boolean(isTyping || document.querySelector('[role="dialog"], [role="alertdialog"]'));
}
