import type { CDPSession, Page } from '@playwright/test';
import type { Person } from '../../contract/entities/person.ts';
import type { PushMessage } from '../../contract/push.ts';
import { openPushWorld } from '../helpers/push-world.ts';
import { tableRows } from './helpers/phone.ts';
import { expect, test } from './helpers/home.ts';

test.use({ who: 'consultant' });

const title = 'Neuer Lead für Sie';

/** Delivers a message to the service worker as a push service does, after the browser has decrypted it. */
async function deliver(page: Page, message: object): Promise<void> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (registration) resolve(registration.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await found,
    data: JSON.stringify(message),
  });
  await cdp.detach();
}

/**
 * Delivers a message repeatedly until its notification is shown, because a browser under load sometimes loses the first
 * message.
 */
async function deliverUntilShown(page: Page, message: { title: string; body: string }): Promise<void> {
  await expect(async () => {
    await deliver(page, message);
    await expect.poll(() => shownTitles(page), { timeout: 10_000 }).toEqual([[message.title, message.body]]);
  }).toPass({ timeout: 90_000 });
}

const shownTitles = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title: text, body }) => [text, body]);
  });

/**
 * Taps the shown notification. A test cannot tap it in the browser, so the service worker gets the event that a tap
 * causes.
 */
async function tap(page: Page): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  await worker!.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      dispatchEvent(event: Event): void;
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification: notification! }));
  });
}

/** Returns the message in the request that a server sends to a push service when a lead is assigned to this user. */
async function sentMessage(user_id: string, lead_id: string): Promise<PushMessage> {
  const world = await openPushWorld();
  try {
    const { device, browser } = await world.logInSubscribed({ id: user_id, language: 'de' });
    await world.notify(device, { kind: 'lead_assigned', target_id: lead_id });
    await world.runJobs();
    return browser.read(world.service.received[0]!.body);
  } finally {
    await world.close();
  }
}

test('shows a push message that the server has encrypted, and opens its record on a tap', async ({ page, context }) => {
  await context.grantPermissions(['notifications']);
  await page.goto('/profile/settings');
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  const [me] = await tableRows<{ id: string }>(page, 'me');
  const [lead] = await tableRows<Person>(page, 'people');
  const message = await sentMessage(me!.id, lead!.id);
  expect(message).toMatchObject({ title, body: '', lang: 'de' });
  await deliverUntilShown(page, message);
  await tap(page);
  await expect(page).toHaveURL(new RegExp(`/user/view-details/${lead!.id}$`));
  await expect(page.getByRole('heading', { level: 1, name: lead!.first_name })).toBeVisible();
});

test('shows a push message in the language of the person, and opens its screen on a tap', async ({ page, context }) => {
  await context.grantPermissions(['notifications']);
  await page.goto('/profile/settings');
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  const [me] = await tableRows<{ id: string }>(page, 'me');
  const message = { user_id: me!.id, id: 'n1', title, body: '', lang: 'de', path: '/leads' };
  await deliverUntilShown(page, message);
  await tap(page);
  await expect(page).toHaveURL(/\/leads$/);
  await expect.poll(() => shownTitles(page)).toEqual([]);
});

test('shows no push message that was sent to another user of the device', async ({ page, context }) => {
  await context.grantPermissions(['notifications']);
  await page.goto('/profile/settings');
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  const user_id = '0198c000-0000-7000-8000-000000000009';
  await deliver(page, { user_id, id: 'n2', title, body: '', lang: 'de', path: '/leads' });
  const [me] = await tableRows<{ id: string }>(page, 'me');
  const message = { user_id: me!.id, id: 'n3', title: 'Aufgabe ist überfällig', body: '', lang: 'de', path: '/tasks' };
  await deliverUntilShown(page, message);
});
