import type { CDPSession, Page } from '@playwright/test';
import { Client } from './helpers/client.ts';
import { writeComment } from './helpers/phone.ts';
import { findLessonWithPictures } from './helpers/screens.ts';
import { postShare } from './helpers/share.ts';
import { expect, test } from './helpers/home.ts';

/** Returns the id that the DevTools protocol uses for this origin's service worker. */
async function registrationOf(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return found;
}

/** Fires the sync event that the browser fires when it is online again. */
async function fireSyncEvent(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registrationId = await registrationOf(session);
  const tag = 'haversack-outbox';
  await session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false });
}

test('the service worker sends each unsent change exactly once while all tabs are closed', async ({
  page,
  context,
  server,
  network,
}) => {
  await page.goto('/dashboard');
  const lesson = await findLessonWithPictures(page);
  network.unplug();
  await context.setOffline(true);
  await page.goto(`/lesson/view/${lesson.id}`);
  await writeComment(page, 'Sent with the app closed.');
  // Open a page of the same origin that is not the app, so that no tab or worker of the app is running.
  await page.goto('/manifest.webmanifest');
  const client = await Client.logIn(server.url, 'learner');
  expect(await client.comments(lesson.id)).not.toContain('Sent with the app closed.');
  network.heal();
  await context.setOffline(false);
  await fireSyncEvent(page, network.url);
  await expect.poll(() => client.comments(lesson.id)).toContain('Sent with the app closed.');
  expect((await client.comments(lesson.id)).filter((text) => text === 'Sent with the app closed.')).toHaveLength(1);
});

test('shares from other apps are kept while offline and offered one by one', async ({ page, context, network }) => {
  await page.goto('/dashboard');
  network.unplug();
  await context.setOffline(true);
  await postShare(page, { text: 'Bring the keys' });
  await postShare(page, { vcard: 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Nina Berg\r\nEND:VCARD' });
  await expect(page.getByText('Bring the keys')).toBeVisible();
  await expect(page.getByText('1 more share is waiting.')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('link', { name: 'Import contacts' }).click();
  await expect(page.getByText('Nina Berg')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save 1 contact' })).toBeEnabled();
  await page.goto('/share');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText(/^Nothing is waiting here/)).toBeVisible();
});
