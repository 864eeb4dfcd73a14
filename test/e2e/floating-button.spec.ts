import type { Page } from '@playwright/test';
import { expect, test } from './helpers/home.ts';
import type { Who } from './helpers/phone.ts';
import { openScreen } from './helpers/screens.ts';

// The primary action of a screen is a button at the bottom of a phone, above the navigation. It must not cover the
// buttons of rows, because they could then be missed.

const screens: Partial<Record<Who, readonly string[]>> = {
  consultant: [
    '/staff-dashboard',
    '/tasks',
    '/leads',
    '/leads?tab=waiting',
    '/contacts',
    '/tickets',
    '/tickets?list=free',
    '/donations',
    '/partners',
    '/flows',
    '/team',
  ],
  learner: ['/contacts', '/donations', '/help'],
  admin: ['/main/admin/users/all'],
};

const sizes = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  { width: 844, height: 390 },
];

/** Returns the row actions on the screen that are covered by the floating button. */
const coveredActions = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const bar = document.querySelector('[class^="fab_"], [class*=" fab_"]');
    if (!bar) return ['there is no button'];
    const { top, bottom, left, right } = bar.getBoundingClientRect();
    const navigation = document.querySelector('nav')!.getBoundingClientRect();
    const contentLeft = navigation.height > navigation.width ? navigation.right : 0;
    // An opaque button as wide as the content hides the rows behind it entirely, which is allowed, because no row is covered
    // in part.
    const isOpaque = getComputedStyle(bar).backgroundColor.startsWith('rgb(');
    const hidesRows = isOpaque && left <= contentLeft && right >= innerWidth;
    const actions = [...document.querySelectorAll('main :is(li, tr) :is(a, button)')];
    return actions.flatMap((action) => {
      const box = action.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const isOnScreen = y > 0 && y < innerHeight && x > 0 && x < innerWidth;
      const isBehindBar = hidesRows && y >= top && y <= bottom;
      const isBehindNavigation = x <= navigation.right && y >= navigation.top && y <= navigation.bottom;
      if (!isOnScreen || isBehindBar || isBehindNavigation) return [];
      // An action in the clipped part of a scrolled list is not among the elements at its position. Elements other than the button,
      // such as fields and fixed notices, may cover rows.
      const elements = document.elementsFromPoint(x, y);
      const isCovered = elements.includes(action) && bar.contains(elements[0] ?? null);
      return isCovered ? [`${action.textContent} is below ${elements[0]?.className}`] : [];
    });
  });

for (const [who, paths] of Object.entries(screens) as [Who, readonly string[]][]) {
  test(`the floating button covers no row action on the screens of the ${who}`, async ({ pageOf }) => {
    const page = await pageOf(who);
    for (const path of paths) {
      await openScreen(page, path);
      for (const size of sizes) {
        await page.setViewportSize(size);
        for (const end of ['top', 'bottom'] as const) {
          await page.evaluate((to) => scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight), end);
          // Poll, because the button becomes smaller while the page is scrolled.
          const where = `${path}, ${size.width} x ${size.height}, ${end}`;
          await expect.poll(() => coveredActions(page), where).toEqual([]);
        }
      }
    }
  });
}
