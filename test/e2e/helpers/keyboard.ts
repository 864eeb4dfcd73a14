import { expect, type Locator, type Page } from '@playwright/test';

/** Maximum number of Tab presses between two elements. No screen needs more. */
const MAX_TABS = 120;

const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => one === document.activeElement).catch(() => false);

/**
 * Describes the element that has the focus. Returns "nothing" if the page itself has the focus, or if the element is
 * not visible.
 */
export const focused = (page: Page): Promise<string> =>
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
  throw new Error(`Tab does not reach ${element.toString()}. The focus is on ${await focused(page)}`);
}

/** Moves the focus to the element with Tab, and presses a key on it. */
export async function pressByKey(page: Page, element: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press(key);
}
