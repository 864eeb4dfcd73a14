import { accountCalls } from '../../contract/calls/accounts.ts';
import { Me } from '../../contract/entities/me.ts';
import type { Lang } from '../../contract/fields.ts';
import type { Failure, LoginResult } from '../../src/bridge/sync-api.ts';
import { actorOf } from '../../src/db/actor.ts';
import { deletePhoneDb, openPhoneDb, type DeviceDb, type PhoneDb } from '../../src/db/db.ts';
import { deviceId, saveDevice, savedDevice } from '../../src/db/device.ts';
import { saveMeta } from '../../src/db/meta.ts';
import { channelName, openStore, type PhoneMessage } from '../../src/db/store.ts';
import { rebuild, takeServerRow, type Actor } from '../../src/db/view.ts';
import { idMaker } from '../../src/lib/ids.ts';
import { log } from '../../src/lib/log.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { send, type Answer } from './http.ts';

const LOGOUT_TIMEOUT_MS = 3_000;

/** What did not come of a request, as the page hears it. */
export function failureOf(answer: Exclude<Answer, { kind: 'reply' }>): Failure {
  if (answer.kind !== 'refused') return { ok: false, why: answer.kind };
  if (answer.code === null) return { ok: false, why: 'no_answer' };
  const retry_after_s = answer.retry_after_ms === null ? null : Math.ceil(answer.retry_after_ms / 1000);
  return { ok: false, why: 'refused', code: answer.code, ...(retry_after_s !== null && { retry_after_s }) };
}

async function rememberLogin(db: PhoneDb, device: DeviceDb, me: Me, token: string, actor: Actor): Promise<void> {
  await db.transaction('rw', [db.me, db.outbox, db.base, db.meta], async () => {
    await takeServerRow(db, 'me', me.id, me, me.rev);
    await rebuild(db, 'me', me.id, actor);
    await saveMeta(db, 'token', token);
    const status = (await db.meta.get('status'))?.value as { gates?: object } | undefined;
    await db.meta.put({
      key: 'status',
      value: { ...status, connection: 'online', gates: { ...status?.gates, auth: false, blocked: false } },
    });
  });
  await saveDevice(device, 'current_user', { id: me.id, name: me.first_name });
}

/** Tells the server of a log-out it has not heard of. Keeps it when nobody answers. */
export async function settleLogout(ports: Ports, device: DeviceDb): Promise<void> {
  const pending = await savedDevice(device, 'pending_logout');
  if (!pending) return;
  const answer = await send(ports, 'own.logout', { token: pending.token, timeout_ms: LOGOUT_TIMEOUT_MS });
  if (answer.kind === 'reply' || (answer.kind === 'refused' && answer.status < 500 && answer.status !== 429)) {
    await saveDevice(device, 'pending_logout', null);
  }
}

/** Logs in and leaves the account's database ready to open. Nothing of the password is kept. */
export async function login(
  ports: Ports,
  device: DeviceDb,
  { username, password, language }: { username: string; password: string; language: Lang | null },
): Promise<LoginResult> {
  const newId = idMaker(ports);
  const device_id = await deviceId(device, newId);
  await settleLogout(ports, device);
  const answer = await send(ports, 'accounts.login', { body: { username, password }, device_id });
  if (answer.kind !== 'reply') return failureOf(answer);
  const { token } = accountCalls['accounts.login'].reply.parse(answer.body);
  // The new login's cookie took the place of the old one: there is nothing left to log out.
  await saveDevice(device, 'pending_logout', null);
  const profile = await send(ports, 'accounts.me', { token, device_id });
  if (profile.kind !== 'reply') return failureOf(profile);
  const me = Me.parse(profile.body);
  const db = openPhoneDb(me.id, ports);
  try {
    const actor = actorOf(me, device_id);
    await rememberLogin(db, device, me, token, actor);
    if (language !== null && language !== me.language) {
      const channel = ports.channel(channelName(me.id));
      await openStore(db, actor, ports, channel).write({
        kind: 'settings.update',
        id: me.id,
        args: { language },
      });
      channel.close();
    }
  } finally {
    db.close();
  }
  return { ok: true, user_id: me.id, token };
}

async function attempt(step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    log.warn('a step of logging out broke off', error);
  }
}

/**
 * The written order of logging out; each step stands on its own and none may stop the next. Works offline: the server
 * hears of it at the next contact. `stopped` is the sync loop coming to rest, waited for at most 3 s.
 */
export async function logout(
  ports: Ports,
  device: DeviceDb,
  db: PhoneDb,
  user_id: string,
  token: string | null,
  stopped: Promise<void>,
): Promise<void> {
  await attempt(() => saveDevice(device, 'pending_logout', { user_id, token }));
  await attempt(() => saveDevice(device, 'current_user', null));
  await Promise.race([
    stopped.catch(() => {}),
    new Promise<void>((resolve) => void ports.clock.after(LOGOUT_TIMEOUT_MS, resolve)),
  ]);
  await attempt(async () => {
    const channel = ports.channel(channelName(user_id));
    channel.post({ type: 'logged_out' } satisfies PhoneMessage);
    channel.close();
  });
  db.close();
  await attempt(() => deletePhoneDb(user_id, ports));
  await attempt(() => settleLogout(ports, device));
}
