import { logIn, pill, readyForOffline } from './helpers/phone.ts';
import { lessonWithPictures } from './helpers/screens.ts';
import { expect, test } from './helpers/test.ts';

test('a new version waits, is offered, and takes over after consent with one reload', async ({ page, network }) => {
  await logIn(page, 'learner', `${network.url}/`);
  await readyForOffline(page);
  const lesson = await lessonWithPictures(page);
  await page.goto(`${network.url}/lesson/view/${lesson.id}`);
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Half a thou');
  let loads = 0;
  page.on('load', () => (loads += 1));

  network.append('/sw.js', '\n// the next build\n');
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  // The person goes on as before; nothing loads by itself.
  await pill(page).click();
  const offer = page.getByText('Update ready');
  await expect(offer.first()).toBeVisible();
  expect(loads).toBe(0);

  await page.getByRole('button', { name: 'Update now' }).click();
  await expect.poll(() => loads).toBe(1);
  await expect(page.getByRole('heading', { level: 1, name: 'Sync centre' })).toBeVisible();
  await expect(offer).toHaveCount(0);
  const waiting = await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  expect(waiting).toBe(false);
  await page.goto(`${network.url}/lesson/view/${lesson.id}`);
  await expect(page.getByRole('textbox', { name: 'Write a comment' })).toHaveValue('Half a thou');
  expect(loads, 'one reload, and the test’s own').toBe(2);
});
