import { decodeJwt, importJWK, jwtVerify } from 'jose';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { notificationKinds } from '../../contract/entities/notification.ts';
import { languages } from '../../contract/preference-values.ts';
import { notificationPath, pushSettingOf } from '../../contract/push.ts';
import { encryptMessage } from '../../server/features/push/encrypt.ts';
import { pushTitles } from '../../server/features/push/texts.ts';
import { decryptBody, createPushBrowser } from '../helpers/push-browser.ts';
import { openPushWorld } from '../helpers/push-world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const world = await openPushWorld();
const { server, service, push } = world;
const { vapid } = push;
afterAll(() => world.close());
beforeEach(() => world.reset());

describe('a push message', () => {
  it("encrypts a push message for the device, with a title in the person's language", async () => {
    const { device, browser, endpoint } = await world.logInSubscribed({ language: 'de' });
    const target_id = uuidv7();
    await world.notify(device, { kind: 'lead_assigned', target_id });
    await world.runJobs();
    const [message, ...others] = service.received;
    expect(others).toEqual([]);
    expect(`${service.origin}${message!.path}`).toBe(endpoint);
    expect(browser.read(message!.body)).toEqual({
      ...{ user_id: device.id, id: (await world.notificationOf(device)).id, lang: 'de', title: 'Neuer Lead für Sie' },
      ...{ body: '', path: `/user/view-details/${target_id}` },
    });
    expect(() => createPushBrowser().read(message!.body)).toThrow();
  });

  it('names the record in a push message if the person allows it', async () => {
    const { device, browser } = await world.logInSubscribed({ push_names: true });
    await world.notify(device);
    await world.runJobs();
    expect(browser.read(service.received[0]!.body)).toMatchObject({ title: 'Task is due now', body: 'Call Helga' });
  });

  it('signs a push message for its push service, which may store it for a day', async () => {
    const { device } = await world.logInSubscribed();
    await world.notify(device);
    await world.runJobs();
    const { headers } = service.received[0]!;
    const { id } = await world.notificationOf(device);
    expect(headers).toMatchObject({ ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' });
    expect(headers['topic']).toBe(id.replaceAll('-', ''));
    const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(String(headers.authorization)) ?? [];
    expect(key).toBe(vapid.public_key);
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
    const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256');
    const currentDate = server.plain.clock.now();
    const { payload } = await jwtVerify(token, publicKey, { audience: service.origin, currentDate });
    expect(payload.sub).toBe('https://app.example.org');
    expect(payload.exp! - Math.floor(server.now / 1000)).toBe(12 * 3600);
    expect(decodeJwt(token)).toEqual(payload);
  });

  it('decrypts the example message of RFC 8291', () => {
    const body = Buffer.from(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
      'base64url',
    );
    const private_key = Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
    const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url');
    expect(decryptBody(body, { private_key, auth })).toBe('When I grow up, I want to be a watermelon');
  });

  it('encrypts push messages of different lengths to the same length', () => {
    const keys = createPushBrowser().subscription();
    expect(encryptMessage('short', keys).length).toBe(encryptMessage('a longer text', keys).length);
    expect(() => encryptMessage('x'.repeat(4096), keys)).toThrow('too long');
  });

  it.each(notificationKinds)('has a push title in each language and a path for the notification %s', (kind) => {
    for (const language of languages) expect(pushTitles[kind][language]).not.toBe('');
    expect(notificationPath(kind, 'x')).toMatch(/^\/[a-z]/);
  });
});

describe('push settings of a person', () => {
  it.each(notificationKinds)('sends no push message of kind %s if its group is off in the settings', async (kind) => {
    const { device } = await world.logInSubscribed({ [pushSettingOf[kind]]: false });
    await world.notify(device, { kind });
    await world.runJobs();
    expect(service.received).toEqual([]);
    const other = await world.logInSubscribed();
    await world.notify(other.device, { kind });
    await world.runJobs();
    expect(service.received).toHaveLength(1);
  });

  it('delays a push message until the quiet hours of the person end', async () => {
    const now = server.plain.clock.now();
    const hour = (ms: number) => new Date(now.getTime() + ms).toISOString().slice(11, 16);
    const quiet_hours = `${hour(-HOUR_MS)}-${hour(2 * HOUR_MS)}`;
    const { device } = await world.logInSubscribed({ quiet_hours });
    await world.notify(device);
    await world.runJobs();
    server.pass(2 * HOUR_MS - 60_000);
    await world.runJobs();
    expect(service.received).toEqual([]);
    server.pass(60_000);
    await world.runJobs();
    expect(service.received).toHaveLength(1);
  });

  it('sends no push message for a notification that has been read or is more than a day old', async () => {
    const { device } = await world.logInSubscribed();
    await world.notify(device);
    const { id } = await world.notificationOf(device);
    await server.deps.db.updateTable('notifications').set({ read_at: server.iso() }).where('id', '=', id).execute();
    await world.runJobs();
    await world.notify(device);
    server.pass(DAY_MS + 1);
    await world.runJobs();
    expect(service.received).toEqual([]);
  });

  it('saves the push settings of the person, and rejects invalid quiet hours', async () => {
    const { device } = await world.logInSubscribed();
    const args = { push_leads: false, push_names: true, quiet_hours: '22:00-07:00' };
    const settings = (patch: object) => server.op({ kind: 'settings.update', id: device.id, args: patch });
    expect(await server.send(device, settings(args))).toMatchObject({
      status: 200,
      row: { ...args, push_tasks: true },
    });
    const fault = { status: 400, fields: { quiet_hours: 'invalid' } };
    expect(await server.send(device, settings({ quiet_hours: '22-7' }))).toMatchObject(fault);
    expect(await server.send(device, settings({ quiet_hours: null }))).toMatchObject({ row: { quiet_hours: null } });
  });
});

describe('failures of the push service', () => {
  it.each([429, 500, 503])(
    'sends a push message again a minute after the push service responds with %i',
    async (status) => {
      const { device } = await world.logInSubscribed();
      service.status = status;
      await world.notify(device);
      await world.runJobs();
      server.pass(59_000);
      await world.runJobs();
      expect(service.received).toHaveLength(1);
      service.status = 201;
      server.pass(1_000);
      await world.runJobs();
      expect(service.received).toHaveLength(2);
      server.pass(DAY_MS);
      await world.runJobs();
      expect(service.received).toHaveLength(2);
    },
  );

  it.each([400, 403, 413])('does not resend a push message after the push service responds with %i', async (status) => {
    const { device } = await world.logInSubscribed();
    service.status = status;
    await world.notify(device);
    await world.runJobs();
    server.pass(DAY_MS / 2);
    await world.runJobs();
    expect(service.received).toHaveLength(1);
    expect(await world.subscriptionsOf(device)).toHaveLength(1);
  });

  it('does not follow a redirect of the push service', async () => {
    const { device } = await world.logInSubscribed();
    Object.assign(service, { status: 307, location: `${service.origin}/elsewhere` });
    await world.notify(device);
    await world.runJobs();
    expect(service.received.map(({ path }) => path)).not.toContain('/elsewhere');
    expect(service.received).toHaveLength(1);
  });
});
