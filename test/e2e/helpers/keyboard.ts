import { expect, type Locator, type Page } from '@playwright/test';
import { pill } from './phone.ts';

/** Maximum number of Tab presses between two elements. No screen needs more. */
const MAX_TABS = 120;

const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => one === document.activeElement).catch(() => false);

/**
 * Describes the element that has the focus. Returns "nothing" if the page itself has the focus, or if the element is
 * not visible.
 */
export const focusedElementText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body || !element.checkVisibility()) return 'nothing';
    return `${element.localName} ${element.getAttribute('aria-label') ?? element.textContent}`;
  });

/** Presses Tab, or Shift+Tab if `direction` is `back`, until the element has the focus. */
export async function tabTo(page: Page, element: Locator, direction: 'forward' | 'back' = 'forward'): Promise<void> {
  await expect(element).toBeVisible();
  for (let press = 0; press < MAX_TABS; press += 1) {
    if (await isFocused(element)) return;
    await page.keyboard.press(direction === 'back' ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`Tab does not reach ${element.toString()}. The focus is on ${await focusedElementText(page)}`);
}

/** Moves the focus to the element with Tab, and presses a key on it. */
export async function pressByKey(page: Page, element: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press(key);
}

/** Moves the focus to a field with Tab, and types a text into it. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Opens a screen with the shortcut "g" and its letter. Its title gets the focus. */
export async function openByShortcut(page: Page, letter: string, title: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(letter);
  const heading = page.getByRole('heading', { level: 1, name: title });
  await expect(heading).toBeFocused();
}

/** Checks that the focus is in a dialog: on the dialog itself or on an element in it. */
export async function expectFocusIn(dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  await expect
    .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)), 'the focus is in the dialog')
    .toBe(true);
}

/**
 * Waits until all changes are sent, because the focus may get lost at that moment. Then checks that one of `targets` has
 * the focus or, without `targets`, that any element has it.
 */
export async function expectFocus(page: Page, ...targets: Locator[]): Promise<void> {
  await expect(pill(page)).toContainText('Up to date');
  const isAnyFocused = async (): Promise<boolean> => (await Promise.all(targets.map(isFocused))).includes(true);
  // A failed check prints what has the focus instead.
  if (targets.length > 0) await expect.poll(async () => (await isAnyFocused()) || focusedElementText(page)).toBe(true);
  else await expect.poll(() => focusedElementText(page)).not.toBe('nothing');
}
