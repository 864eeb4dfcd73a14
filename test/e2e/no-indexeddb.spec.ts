import { comment, pill, tryLogIn } from './helpers/phone.ts';
import { expect, test } from './helpers/test.ts';

test('a browser without storage works online, says so all the time, and keeps nothing', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
  });
  const notice = page.getByText('This browser keeps nothing on this phone');
  await page.goto('/');
  await expect(notice).toBeVisible();
  await tryLogIn(page, 'learner@example.org', 'haversack-demo');
  await expect(pill(page)).toContainText('Up to date');
  await expect(notice).toBeVisible();
  await page.getByRole('link', { name: 'Lessons' }).first().click();
  await page.locator('a[href^="/lessons/category/"]').first().click();
  await page.locator('a[href^="/lesson/view/"]').first().click();
  await comment(page, 'written without a disk');
  await expect(pill(page)).toContainText('Up to date');
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
});
