import type { Page } from '@playwright/test';
import { expect, test } from './helpers/home.ts';
import { openScreen } from './helpers/screens.ts';

/**
 * Returns the distance of the sync status from the right edge of the window, in pixels. Measures the link and not its
 * text: beside a long title, the text takes two lines and ends further left.
 */
async function distanceFromEdge(page: Page): Promise<number> {
  const { x, width } = (await page
    .locator('a[href="/sync"]')
    .filter({ has: page.getByRole('status') })
    .boundingBox())!;
  return Math.round(page.viewportSize()!.width - x - width);
}

test('the sync status has the same distance from the right edge on all screens', async ({ page }) => {
  for (const [width, paths] of [
    [1440, ['/books', '/profile/view', '/contacts', '/help']],
    [320, ['/books', '/profile/view', '/inbox']],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const distances = new Set<number>();
    for (const path of paths) {
      await openScreen(page, path);
      distances.add(await distanceFromEdge(page));
    }
    expect(distances.size, `${width} px: ${[...distances].join(', ')}`).toBe(1);
  }
});

test('main menu links start at the top of the menu, even in a single group', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openScreen(page, '/books');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('group')).toHaveCount(1);
  const top = (await menu.boundingBox())!.y;
  const first = (await menu.getByRole('link').first().boundingBox())!.y;
  expect(first - top).toBeLessThan(20);
});
