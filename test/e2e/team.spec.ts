import { readFileSync } from 'node:fs';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { expect, test } from './helpers/home.ts';

/** Reads the QR code in an image as a scanner does. */
async function scan(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test('branches of the team are opened with the keyboard, and shown offline with the age of their data', async ({
  page,
  context,
}) => {
  await page.goto('/team');
  const tree = page.getByRole('tree', { name: 'Team' });
  const items = tree.getByRole('treeitem');
  await expect(items).toHaveCount(5);
  await items.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(items.first()).toHaveAttribute('aria-expanded', 'true');
  const below = tree.locator('[aria-level="2"]');
  await expect(below.first()).toHaveAccessibleName(/Line 2/);
  const count = await below.count();
  const name = (await below.first().innerText()).split('\n').find((line) => line.endsWith('.'))!;
  await page.keyboard.press('ArrowDown');
  await expect(below.first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('End');
  await expect(items.last()).toBeFocused();

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^As of \d\d:\d\d\. You are offline$/)).toBeVisible();
  await expect(items).toHaveCount(5);
  await items.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(below).toHaveCount(count);
  await expect(items.first()).toHaveAccessibleName(/as of \d\d:\d\d/);
  // A branch that was never opened cannot be opened without a network.
  await items.last().focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect(tree.getByRole('treeitem', { name: /Try again$/ })).toBeVisible();

  await below.first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'How you are connected' })).toBeVisible();
});

test('offers the promo link as a QR code that a scanner reads, offline and in both themes', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.setOffline(true);
  await page.goto('/team/invite');
  const link = `${baseURL}/register/ANNA`;
  const picture = page.getByRole('img', { name: 'QR code of your link' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await scan(await picture.screenshot())).toBe(link);
  }
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save picture' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('haversack-ANNA.png');
  expect(await scan(readFileSync(await file.path()))).toBe(link);
});
