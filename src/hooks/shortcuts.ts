import { log } from '../lib/log.ts';

const KEY = 'haversack.shortcuts';

/** Whether this device uses shortcuts of single keys; some people's input devices press them by accident. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Turns them on or off; a full or forbidden storage changes nothing. */
export function setShortcutsOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch (error) {
    log.warn('the choice of shortcuts was not stored', error);
  }
}

/** Whether a key press is meant for a field or a dialog. */
export function isTaken({ target, defaultPrevented }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
  return defaultPrevented || Boolean(isTyping || document.querySelector('[role="dialog"], [role="alertdialog"]'));
}
