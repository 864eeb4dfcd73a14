import type { Page } from '@playwright/test';
import { findAccessibilityViolations, themes } from './barriers.ts';
import { expect } from './home.ts';
import { walkTo } from './screens.ts';

/**
 * Collects all errors and warnings of the browser. The most important ones are violations of the content security
 * policy.
 */
async function collectBrowserErrors(page: Page): Promise<string[]> {
  const violations: string[] = [];
  // When a page is closed, its worker may still be loading code for later. The error about this aborted loading does
  // not count.
  let isLeaving = false;
  page.on('request', (request) => (isLeaving ||= request.isNavigationRequest()));
  page.on('load', () => (isLeaving = false));
  page.on('console', (message) => {
    const text = message.text();
    if (isLeaving && text.includes('Failed to fetch dynamically imported module')) return;
    if (message.type() === 'error' || message.type() === 'warning') violations.push(text);
  });
  page.on('pageerror', (error) => violations.push(error.message));
  await page.exposeFunction('complain', (text: string) => void violations.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (globalThis as unknown as { complain(text: string): void }).complain(`${violatedDirective} ${blockedURI}`);
    });
  });
  return violations;
}

/**
 * Opens every other screen of the list, starting with the first or the second one, and then opens the same screens
 * offline. Each half is a separate test, so that several Playwright workers can share the work.
 */
export async function walk(page: Page, paths: readonly string[], half: 0 | 1): Promise<void> {
  const violations = await collectBrowserErrors(page);
  const titles = new Map<string, string>();
  const pathsOfHalf = paths.filter((_, index) => index % 2 === half);
  for (const [index, path] of pathsOfHalf.entries()) {
    titles.set(path, await walkTo(page, path));
    // Check each screen in one theme; `npm run test:a11y` checks it in both themes.
    violations.push(...(await findAccessibilityViolations(page, path, [themes[index % themes.length]!])));
  }
  expect(violations).toEqual([]);

  await page.context().setOffline(true);
  for (const [path, title] of titles) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page).toHaveURL(path);
  }
  await page.goto('/no/such/place');
  await expect(page).toHaveURL('/dashboard');
}
