import type { Page } from '@playwright/test';
import { barriers, themes } from './helpers/barriers.ts';
import { learnerPaths, staffPaths, walkTo } from './helpers/screens.ts';
import { expect, test } from './helpers/home.ts';

/** Collects all errors and warnings of the browser, above all violations of the content security policy. */
async function collectBrowserErrors(page: Page): Promise<string[]> {
  const violations: string[] = [];
  // When a page is closed, its worker may still be loading code that is needed later. Aborting that is harmless.
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

async function walk(page: Page, paths: readonly string[]): Promise<void> {
  const violations = await collectBrowserErrors(page);
  const titles = new Map<string, string>();
  for (const [index, path] of paths.entries()) {
    titles.set(path, await walkTo(page, path));
    // Each screen is checked in one theme here, and in both by `npm run test:a11y`.
    violations.push(...(await barriers(page, path, [themes[index % themes.length]!])));
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

const opens = 'opens without a complaint or a barrier, and opens offline';

// The screens are split in halves, so that several Playwright workers can share them.
for (const half of [0, 1]) {
  const part = `part ${half + 1} of 2`;
  const halfOf = (paths: readonly string[]) => paths.filter((_, index) => index % 2 === half);

  test(`every screen of a learner ${opens}, ${part}`, async ({ page }) => {
    await page.goto('/dashboard');
    await walk(page, halfOf(await learnerPaths(page)));
  });

  test(`every screen of a consultant ${opens}, ${part}`, async ({ pageOf }) => {
    const page = await pageOf('consultant');
    await page.goto('/staff-dashboard');
    await walk(page, halfOf(await staffPaths(page)));
  });
}

test('redirects a learner from employee screens', async ({ page }) => {
  for (const path of ['/tasks', '/staff-dashboard', '/tasks/0198c0de-0000-7000-8000-000000000000']) {
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard');
  }
  await page.goto('/profile');
  await expect(page).toHaveURL('/profile/view');
});
