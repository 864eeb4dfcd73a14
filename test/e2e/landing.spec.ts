import { expect, test } from '@playwright/test';
import { idOf, hostileTexts, sampleBlocks } from '../helpers/page-blocks.ts';
import { servePage, type ServedPage } from '../helpers/served-page.ts';

let served: ServedPage;

test.beforeAll(async () => {
  served = await servePage(() =>
    Promise.resolve({
      title: hostileTexts[0]!,
      description: hostileTexts[1]!,
      cards: [
        { kind: 'book', id: idOf(999), title: hostileTexts[2], text: hostileTexts[3], path: `/${hostileTexts[4]}` },
      ],
      blocks: Object.values(sampleBlocks)
        .flat()
        .map((block) => ({ ...block, id: crypto.randomUUID() })),
    }),
  );
});
test.afterAll(() => served.close());

test('a published page runs no script from its texts and addresses', async ({ page }) => {
  const problems: string[] = [];
  page.on('dialog', async (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    // Violations of the policy are errors on the console. Errors with 404 are expected, because the images of the
    // samples do not exist.
    if (message.type() === 'error' && !message.text().includes('404')) problems.push(message.text());
  });
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.goto(served.url);
  await expect(page.locator('main')).toBeVisible();
  expect(await page.locator('main .block').count()).toBeGreaterThan(100);
  await page.locator('summary').evaluateAll((all) => {
    for (const element of all) (element as HTMLElement).click();
  });
  expect(await page.locator('details:not([open])').count()).toBe(0);
  expect(problems).toEqual([]);
  expect([...hosts]).toEqual([new URL(served.url).origin]);
});
