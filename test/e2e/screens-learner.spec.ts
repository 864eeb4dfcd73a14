import { expect, test } from './helpers/home.ts';
import { listLearnerPaths } from './helpers/screens.ts';
import { walk } from './helpers/walk.ts';

for (const half of [0, 1] as const) {
  test(`every learner screen opens without errors or accessibility violations, part ${half + 1} of 2`, async ({
    page,
  }) => {
    await page.goto('/dashboard');
    await walk(page, await listLearnerPaths(page), half);
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
