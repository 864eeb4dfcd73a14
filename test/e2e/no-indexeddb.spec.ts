import { expect, visit } from './helpers/home.ts';
import { writeComment, goToPath, pill, tryLogIn } from './helpers/phone.ts';

visit('a browser without storage works online, shows a permanent notice and stores nothing', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
  });
  const notice = page.getByText('This browser cannot keep data on this device');
  await page.goto('/');
  await expect(notice).toBeVisible();
  await tryLogIn(page, 'learner@example.org', 'haversack-demo');
  await expect(pill(page)).toContainText('Up to date');
  await expect(notice).toBeVisible();
  await page.getByRole('link', { name: 'Lessons' }).first().click();
  await page.locator('a[href^="/lessons/category/"]').first().click();
  await page.locator('a[href^="/lesson/view/"]').first().click();
  await writeComment(page, 'written without a disk');
  await expect(pill(page)).toContainText('Up to date');
  // The device-wide database is also in memory, and is lost in the same way.
  await goToPath(page, '/profile/settings');
  await page.getByText('High, 720p').click();
  await goToPath(page, '/lessons');
  await expect(page.getByRole('heading', { level: 1, name: 'Lessons' })).toBeVisible();
  await goToPath(page, '/profile/settings');
  await expect(page.getByRole('radio', { name: 'High, 720p' })).toBeChecked();
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
});
