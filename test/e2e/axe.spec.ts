import { findAccessibilityViolations } from './helpers/barriers.ts';
import { expect, test, visit } from './helpers/home.ts';
import { writeComment, pill } from './helpers/phone.ts';
import { findLessonWithPictures, openScreen } from './helpers/screens.ts';

// All other screens are checked in screens-*.spec.ts, which open each screen.

visit('login screens have no accessibility violations', async ({ page }) => {
  const found: string[] = [];
  for (const path of ['/register/ANNA', '/recover-password', '/pages/privacy', '/pages/offer']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('…');
    found.push(...(await findAccessibilityViolations(page, path)));
  }
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  found.push(...(await findAccessibilityViolations(page, 'login')));
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'fill all fields' })).toBeVisible();
  found.push(...(await findAccessibilityViolations(page, 'login with an error')));
  expect(found).toEqual([]);
});

test('screens with unsent changes have no accessibility violations', async ({ page, context }) => {
  const found: string[] = [];
  await openScreen(page, '/dashboard');
  const lesson = await findLessonWithPictures(page);
  await openScreen(page, `/lesson/view/${lesson.id}`);
  await context.setOffline(true);
  await writeComment(page, 'Waits for the network.');
  await expect(pill(page)).toContainText('Offline, 1 to send');
  found.push(...(await findAccessibilityViolations(page, 'lesson with an unsent comment')));
  await pill(page).click();
  await expect(page.getByRole('heading', { name: 'To send' })).toBeVisible();
  found.push(...(await findAccessibilityViolations(page, 'sync centre with something to send')));
  expect(found).toEqual([]);
  // Wait until the comment is sent, because the next test on this device counts the unsent changes.
  await context.setOffline(false);
  await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
});

test('screens of running, closed and planned work have no accessibility violations', async ({ pageOf }) => {
  const found: string[] = [];
  const page = await pageOf('consultant');
  await openScreen(page, '/tasks');
  const row = page.getByRole('listitem').filter({ hasText: 'Visit Lena Wolf' });
  const start = row.getByRole('button', { name: 'Start' });
  await start.click();
  await expect(start, 'saved').toHaveCount(0);
  await openScreen(page, '/staff-dashboard');
  await expect(page.getByRole('timer')).toBeVisible();
  found.push(...(await findAccessibilityViolations(page, 'today with a running task')));
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  found.push(...(await findAccessibilityViolations(page, 'finish sheet')));
  await page.keyboard.press('Escape');
  await openScreen(page, '/tasks');
  await page.getByRole('button', { name: 'Add task' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  found.push(...(await findAccessibilityViolations(page, 'task form')));
  expect(found).toEqual([]);
});
