import { uuidv7 } from 'uuidv7';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { eraseRemoved } from '../../server/features/accounts/deletion.ts';
import { isAllowedEndpoint, PUSH_HOSTS } from '../../server/features/push/endpoints.ts';
import { sendPush } from '../../server/features/push/send.ts';
import { MAX_SUBSCRIPTIONS } from '../../server/features/push/subscriptions.ts';
import { createVapid, isPrivateKey, pushContact } from '../../server/features/push/vapid.ts';
import { cleanUp } from '../../server/jobs/clean-up.ts';
import { createPushBrowser } from '../helpers/push-browser.ts';
import { openPushWorld } from '../helpers/push-world.ts';
import { TEST_PASSWORD } from '../helpers/server.ts';

const DAY_MS = 86_400_000;
const world = await openPushWorld();
const { server, service, push } = world;
const { vapid } = push;
afterAll(() => world.close());
beforeEach(() => world.reset());

describe('the end of a push subscription', () => {
  it('sends no push message after a logout', async () => {
    const { device } = await world.logInSubscribed();
    await server.plain.call('own.logout', { token: device.token });
    expect(await world.send(device)).toBe(0);
  });

  it('sends no push message after a block, not even after the unblock', async () => {
    const mary = await server.manager();
    const { device } = await world.logInSubscribed({ responsible_id: mary.id });
    const block = (is_blocked: boolean) =>
      server.plain.call('employees.block', { token: mary.token, body: { user_id: device.id, is_blocked } });
    expect(await block(true)).toMatchObject({ status: 200 });
    expect(await world.send(device)).toBe(0);
    expect(await block(false)).toMatchObject({ status: 200 });
    expect(await world.send(device)).toBe(0);
  });

  it('ends the push subscriptions of all other devices when the password is changed', async () => {
    const { device, endpoint } = await world.logInSubscribed();
    const tablet = await world.logIn(device);
    await world.subscribe(tablet);
    const body = { old_password: TEST_PASSWORD, password: 'another long passphrase' };
    await server.plain.call('own.change_password', { token: device.token, body });
    await world.send(device);
    expect(service.received.map(({ path }) => `${service.origin}${path}`)).toEqual([endpoint]);
  });

  it('sends no push message to a revoked device', async () => {
    const { device } = await world.logInSubscribed();
    const other = await world.logIn(device);
    await server.plain.call('own.revoke_device', { token: other.token, params: { id: device.device_id } });
    expect(await world.send(device)).toBe(0);
  });

  it('sends no push message after the session has expired', async () => {
    const { device } = await world.logInSubscribed();
    server.pass(31 * DAY_MS);
    expect(await world.send(device)).toBe(0);
  });

  it("unsubscribing deletes only the push subscription of the caller's own device", async () => {
    const { device } = await world.logInSubscribed();
    const tablet = await world.logIn(device);
    await world.subscribe(tablet);
    const headers = { 'x-device-id': device.device_id };
    await server.plain.call('push.unsubscribe', { token: (await world.logIn(await world.newUser())).token, headers });
    expect(await world.subscriptionsOf(device)).toHaveLength(2);
    await server.plain.call('push.unsubscribe', { token: device.token, headers });
    expect(await world.subscriptionsOf(device)).toEqual([{ device_id: tablet.device_id }]);
  });

  it.each([404, 410])('deletes a push subscription when the push service responds with %i', async (status) => {
    const { device } = await world.logInSubscribed();
    service.status = status;
    expect(await world.send(device)).toBe(1);
    expect(await world.subscriptionsOf(device)).toEqual([]);
  });

  it('deletes the push subscription of a person when someone else subscribes in the same browser', async () => {
    const { device, endpoint } = await world.logInSubscribed();
    const next = await world.logIn(await world.newUser(), device.device_id);
    await world.subscribe(next, endpoint);
    expect(await world.subscriptionsOf(device)).toEqual([]);
    expect(await world.send(device)).toBe(0);
    expect(await world.send(next)).toBe(1);
  });

  it('deletes a push subscription made for another server key, without sending the message', async () => {
    const { device } = await world.logInSubscribed();
    const other = { ...push, vapid: createVapid('another secret', 'https://app.example.org') };
    await world.notify(device);
    const { id } = await world.notificationOf(device);
    await sendPush(server.deps, other, { notification_id: id, device_id: device.device_id });
    expect(service.received).toEqual([]);
    expect(await world.subscriptionsOf(device)).toEqual([]);
  });

  it('deletes a push subscription whose host is no longer allowed, without sending the message', async () => {
    const { device } = await world.logInSubscribed();
    await world.notify(device);
    const { id } = await world.notificationOf(device);
    const restrictedPush = { ...push, allows: (endpoint: string) => isAllowedEndpoint(endpoint, PUSH_HOSTS) };
    await sendPush(server.deps, restrictedPush, { notification_id: id, device_id: device.device_id });
    expect(service.received).toEqual([]);
    expect(await world.subscriptionsOf(device)).toEqual([]);
  });

  it('deletes a push subscription when the account is erased or its session has ended', async () => {
    const [erased, ended, open] = [
      await world.logInSubscribed(),
      await world.logInSubscribed(),
      await world.logInSubscribed(),
    ];
    await server.deps.db
      .updateTable('users')
      .set({ deleted_at: server.iso() })
      .where('id', '=', erased.device.id)
      .execute();
    await eraseRemoved(server.deps, erased.device.id);
    expect(await world.subscriptionsOf(erased.device)).toEqual([]);
    await server.plain.call('own.logout', { token: ended.device.token });
    await cleanUp(server.deps.db, server.plain.clock.now());
    expect(await world.subscriptionsOf(ended.device)).toEqual([]);
    expect(await world.subscriptionsOf(open.device)).toHaveLength(1);
  });

  it('deletes the push subscription of the oldest device beyond the limit', async () => {
    const { device } = await world.logInSubscribed();
    for (let count = 0; count < MAX_SUBSCRIPTIONS; count += 1) {
      server.pass(1000);
      await world.subscribe({ ...device, device_id: uuidv7() });
    }
    const devices = (await world.subscriptionsOf(device)).map(({ device_id }) => device_id);
    expect(devices).toHaveLength(MAX_SUBSCRIPTIONS);
    expect(devices).not.toContain(device.device_id);
  });
});

describe('endpoints', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ])('accepts the push endpoint %s', (endpoint) => {
    expect(isAllowedEndpoint(endpoint, PUSH_HOSTS)).toBe(true);
  });

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://user:pass@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.example.org/abc',
    'https://evilnotify.windows.com/abc',
    'https://notify.windows.com.example.org/abc',
    'https://example.org/fcm.googleapis.com',
    'https://127.0.0.1/abc',
    'http://localhost:8080/abc',
    'https://[::1]/abc',
    'https://169.254.169.254/latest',
    'ftp://fcm.googleapis.com/abc',
    'fcm.googleapis.com',
  ])('refuses the push endpoint %s', async (endpoint) => {
    expect(isAllowedEndpoint(endpoint, PUSH_HOSTS)).toBe(false);
    const { reply } = await world.subscribe(await world.logIn(await world.newUser()), endpoint);
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });

  it('refuses a push subscription with an invalid key, a short secret or no device', async () => {
    const { token, device_id } = await world.logIn(await world.newUser());
    const body = createPushBrowser().subscription(world.newEndpoint());
    const fieldErrorsOf = async (change: object, headers: Record<string, string> = { 'x-device-id': device_id }) =>
      (await server.plain.call('push.subscribe', { token, headers, body: { ...body, ...change } })).body['fields'];
    expect(await fieldErrorsOf({ p256dh: 'B'.repeat(87) })).toMatchObject({ p256dh: { code: 'invalid' } });
    expect(await fieldErrorsOf({ auth: 'short' })).toMatchObject({ auth: { code: 'invalid' } });
    expect(await fieldErrorsOf({}, {})).toMatchObject({ device_id: { code: 'required' } });
  });
});

describe('the keys of the server', () => {
  it('derives the VAPID key from the secret of the installation, or from the configured private key', async () => {
    const { token } = await world.logIn(await world.newUser());
    expect((await server.plain.call('push.key', { token })).body).toEqual({ key: vapid.public_key });
    expect(createVapid('a secret of this installation', 'mailto:a@example.org').public_key).toBe(vapid.public_key);
    const given = createVapid('x', 'mailto:a@example.org', 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94');
    expect(given.public_key).toMatch(/^BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx/);
  });

  it('accepts only a valid P-256 private key as the VAPID key', () => {
    expect(isPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94')).toBe(true);
    for (const key of ['', 'short', 'A'.repeat(43), '!'.repeat(43)]) expect(isPrivateKey(key)).toBe(false);
  });

  it('names the https origin or, without https, an email address as VAPID contact', () => {
    expect(pushContact('https://app.example.org/path')).toBe('https://app.example.org');
    expect(pushContact('http://localhost:8080')).toBe('mailto:no-reply@localhost');
  });
});
