import { themes } from './helpers/barriers.ts';
import { expect, test } from './helpers/home.ts';
import { openComboBox, findOverlayViolations, listStaffOverlays, translatorFor } from './helpers/overlays.ts';
import { findReflowProblems } from './helpers/reflow.ts';
import { openScreen } from './helpers/screens.ts';

// `npm run test:a11y` checks the same overlays in every language and theme, at more sizes, and with large text.

test('sheets, menus and lists of options have no accessibility violations and cut no text at 320 px', async ({
  pageOf,
}) => {
  const page = await pageOf('consultant');
  await page.setViewportSize({ width: 320, height: 640 });
  await openScreen(page, '/tasks');
  const found: string[] = [];
  for (const [index, overlay] of (await listStaffOverlays(page)).entries()) {
    await openScreen(page, overlay.path);
    await overlay.open(page, translatorFor('en'));
    found.push(...(await findOverlayViolations(page, overlay.name, [themes[index % themes.length]!])));
    found.push(...(await findReflowProblems(page, overlay.name)));
  }
  expect(found).toEqual([]);
});

test('a list of options closes when Tab moves the focus out of its combo box', async ({ page }) => {
  await openScreen(page, '/profile/edit');
  await openComboBox(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(page.locator('[aria-hidden="true"] :focus')).toHaveCount(0);
});

test('a control that is wrongly hidden is reported even while the open list of a combo box hides the rest of the page', async ({
  page,
}) => {
  await openScreen(page, '/profile/edit');
  await page.evaluate(() => {
    const hidden = document.createElement('div');
    hidden.ariaHidden = 'true';
    hidden.append(document.createElement('button'));
    document.querySelector('form')?.append(hidden);
  });
  await openComboBox(page);
  const found = await findOverlayViolations(page, 'combo box', ['light']);
  expect(found.filter((line) => line.includes('aria-hidden-focus'))).toHaveLength(1);
});
