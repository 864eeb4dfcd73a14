import type { Page } from '@playwright/test';
import { expect, test } from './helpers/home.ts';

test.use({ who: 'consultant' });

/** Delays the code of the shortcuts. Returns a function that lets it through. */
async function delayShortcuts(page: Page): Promise<() => void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/frame-extras-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

for (const [keys, path] of [
  [['g', 'c'], '/contacts'],
  [['Control+k'], '/search'],
] as const)
  test(`the keys ${keys.join(' and ')} open a screen, although they are pressed before the code of the shortcuts is loaded`, async ({
    page,
  }) => {
    const release = await delayShortcuts(page);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    for (const key of keys) await page.keyboard.press(key);
    release();
    await expect(page).toHaveURL(path);
  });
