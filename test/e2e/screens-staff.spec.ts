import { test } from './helpers/home.ts';
import { listStaffPaths } from './helpers/screens.ts';
import { walk } from './helpers/walk.ts';

test.use({ who: 'consultant' });

for (const half of [0, 1] as const) {
  test(`every consultant screen opens without errors or accessibility violations, part ${half + 1} of 2`, async ({
    page,
  }) => {
    await page.goto('/staff-dashboard');
    await walk(page, await listStaffPaths(page), half);
  });
}
