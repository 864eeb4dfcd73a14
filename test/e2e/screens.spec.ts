import type { Page } from '@playwright/test';
import { barriers } from './helpers/barriers.ts';
import { logIn, readyForOffline, type Who } from './helpers/phone.ts';
import { learnerPaths, openScreen, staffPaths } from './helpers/screens.ts';
import { expect, test } from './helpers/test.ts';

/** Everything that the browser complains about, policy violations first of all. */
async function complaintsOf(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.exposeFunction('complain', (text: string) => void complaints.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (globalThis as unknown as { complain(text: string): void }).complain(`${violatedDirective} ${blockedURI}`);
    });
  });
  return complaints;
}

const learners = (half: 0 | 1) => async (page: Page) =>
  (await learnerPaths(page)).filter((_, index) => index % 2 === half);

const walks: { name: string; who: Who; pathsOf: (page: Page) => Promise<string[]>; home: string }[] = [
  { name: 'a learner, part 1', who: 'learner', pathsOf: learners(0), home: '/dashboard' },
  { name: 'a learner, part 2', who: 'learner', pathsOf: learners(1), home: '/dashboard' },
  { name: 'a consultant', who: 'consultant', pathsOf: staffPaths, home: '/staff-dashboard' },
];

for (const { name, who, pathsOf, home } of walks) {
  test(`every screen opens without a complaint or a barrier, and opens offline: ${name}`, async ({ page, context }) => {
    const complaints = await complaintsOf(page);
    await logIn(page, who);
    await readyForOffline(page);
    const titles = new Map<string, string>();
    for (const path of await pathsOf(page)) {
      titles.set(path, await openScreen(page, path));
      complaints.push(...(await barriers(page, path)));
    }
    expect(complaints).toEqual([]);

    await context.setOffline(true);
    for (const [path, title] of titles) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page).toHaveURL(path);
    }
    await page.goto('/no/such/place');
    await expect(page).toHaveURL(home);
  });
}

test('a learner is led away from the screens of employees', async ({ page }) => {
  await logIn(page, 'learner');
  for (const path of ['/tasks', '/staff-dashboard', '/tasks/0198c0de-0000-7000-8000-000000000000']) {
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard');
  }
  await page.goto('/profile');
  await expect(page).toHaveURL('/profile/view');
});
