import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { comment, logIn, pill } from './helpers/phone.ts';
import { learnerPaths, lessonWithPictures, openScreen, settled, workPaths } from './helpers/screens.ts';
import { expect, test } from './helpers/test.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What is wrong with the screen as it stands, in both themes: rule, theme and the elements. */
async function barriers(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settled(page);
    // The colours are all that a theme changes.
    const builder = new AxeBuilder({ page });
    const isDark = colorScheme === 'dark';
    const { violations, passes } = await (
      isDark ? builder.withRules(['color-contrast']) : builder.withTags(tags)
    ).analyze();
    expect(passes.length, 'rules that looked at something').toBeGreaterThan(isDark ? 0 : 10);
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes)
        found.push(`${name} (${colorScheme}) ${id}: ${target.join(' ')} ${failureSummary ?? ''}`);
    }
  }
  return found;
}

const halves = [0, 1] as const;
for (const half of halves) {
  test(`the screens of a learner have no barriers, part ${half + 1} of ${halves.length}`, async ({ page }) => {
    const found: string[] = [];
    await logIn(page, 'learner', '/login');
    const paths = await learnerPaths(page);
    for (const path of paths.filter((_, index) => index % halves.length === half)) {
      await openScreen(page, path);
      found.push(...(await barriers(page, path)));
    }
    expect(found).toEqual([]);
  });
}

test('getting in, and what waits without a network, have no barriers', async ({ page, context }) => {
  const found: string[] = [];
  for (const path of ['/register/ANNA', '/recover-password', '/pages/privacy', '/pages/offer']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('…');
    found.push(...(await barriers(page, path)));
  }
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  found.push(...(await barriers(page, 'login')));
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'fill all fields' })).toBeVisible();
  found.push(...(await barriers(page, 'login with an error')));
  await logIn(page, 'learner', '/login');
  const lesson = await lessonWithPictures(page);
  await openScreen(page, `/lesson/view/${lesson.id}`);
  await context.setOffline(true);
  await comment(page, 'Waits for the network.');
  await expect(pill(page)).toContainText('Offline, 1 to send');
  found.push(...(await barriers(page, 'lesson with an unsent comment')));
  await pill(page).click();
  await expect(page.getByRole('heading', { name: 'To send' })).toBeVisible();
  found.push(...(await barriers(page, 'sync centre with something to send')));
  expect(found).toEqual([]);
});

test('the screens of an employee have no barriers', async ({ page }) => {
  const found: string[] = [];
  await logIn(page, 'consultant');
  for (const path of await workPaths(page)) {
    await openScreen(page, path);
    found.push(...(await barriers(page, path)));
  }
  await openScreen(page, '/tasks');
  const row = page.getByRole('listitem').filter({ hasText: 'Visit Lena Wolf' });
  const begin = row.getByRole('button', { name: 'Start' });
  await begin.click();
  await expect(begin, 'saved').toHaveCount(0);
  await openScreen(page, '/staff-dashboard');
  await expect(page.getByRole('timer')).toBeVisible();
  found.push(...(await barriers(page, 'today with a running task')));
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  found.push(...(await barriers(page, 'finish sheet')));
  await page.keyboard.press('Escape');
  await openScreen(page, '/tasks');
  await page.getByRole('button', { name: 'Add a task' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  found.push(...(await barriers(page, 'task form')));
  expect(found).toEqual([]);
});
