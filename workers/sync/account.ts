import type { LogoutMode, LogoutResult } from '../../src/lib/logout.ts';
import { accountCalls, TokenReply } from '../../contract/calls/accounts.ts';
import { callIn } from '../../contract/calls/define.ts';
import type { z } from '../../contract/zod.ts';
import { Me } from '../../contract/entities/me.ts';
import type { Lang } from '../../contract/fields.ts';
import type { Done, Failure, LoginResult } from '../../src/bridge/results.ts';
import { actorOf } from '../../src/db/outbox/actor.ts';
import { isQuotaError, openPhoneDb, type DeviceDb, type PhoneDb } from '../../src/db/schema/db.ts';
import { deviceId, saveDevice, savedDevice } from '../../src/db/schema/device.ts';
import { finishLogoutCleanup } from '../../src/db/schema/logout-cleanup.ts';
import { encryptOutbox, type EncryptOptions } from '../../src/db/outbox/encrypted-outbox.ts';
import { saveMeta, savedMeta } from '../../src/db/schema/meta.ts';
import { MEDIA_CACHE } from '../../src/db/storage/free-up-space.ts';
import { channelName, openStore, type ChannelMessage } from '../../src/db/schema/store.ts';
import { loadWrites } from '../../src/db/outbox/write-registry.ts';
import { rebuild, applyServerRow, type Actor } from '../../src/db/outbox/view.ts';
import { idMaker } from '../../src/lib/ids.ts';
import { log } from '../../src/lib/log.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { send, type CallResult } from './http.ts';
import { restoreLockedOutbox } from './outbox-key.ts';
import { sendPendingLogout, sessionOf } from './pending-logout.ts';
import type { SyncScheduler } from './scheduler.ts';

const LOGOUT_TIMEOUT_MS = 3_000;

/** Converts a failed call into the failure that the page gets. */
export function failureOf(result: Exclude<CallResult, { kind: 'reply' }>): Failure {
  if (result.kind !== 'refused') return { ok: false, why: result.kind };
  if (result.code === null) return { ok: false, why: 'no_answer' };
  const retry_after_s = result.retry_after_ms === null ? null : Math.ceil(result.retry_after_ms / 1000);
  return { ok: false, why: 'refused', code: result.code, ...(retry_after_s !== null && { retry_after_s }) };
}

/** Returns success or failure without the body. */
export const doneOf = (result: CallResult): Done => (result.kind === 'reply' ? { ok: true } : failureOf(result));

/** Parses the body of a reply; a failure if there is none or it is invalid. */
export function parseReply<R>(result: CallResult, schema: z.ZodMiniType<R>): { ok: true; body: R } | Failure {
  if (result.kind !== 'reply') return failureOf(result);
  const parsed = schema.safeParse(result.body);
  return parsed.success ? { ok: true, body: parsed.data } : { ok: false, why: 'no_answer' };
}

async function tryStep(step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    log.warn('a step of logging out broke off', error);
  }
}

/** Waits for `promise`, at most as long as a logout may take. */
async function withinLogoutLimit(ports: Ports, promise: Promise<unknown>): Promise<void> {
  const enough = new Promise<void>((resolve) => void ports.clock.after(LOGOUT_TIMEOUT_MS, resolve));
  await Promise.race([promise.catch(() => {}), enough]);
}

async function saveLogin(db: PhoneDb, device: DeviceDb, me: Me, token: string, actor: Actor): Promise<void> {
  await loadWrites();
  await db.transaction('rw', [db.me, db.outbox, db.base, db.meta], async () => {
    await applyServerRow(db, 'me', me.id, me, me.rev);
    await rebuild(db, 'me', me.id, actor);
    await saveMeta(db, 'token', token);
    const status = (await db.meta.get('status'))?.value as { gates?: object } | undefined;
    await db.meta.put({
      key: 'status',
      value: { ...status, connection: 'online', shut: false, gates: { ...status?.gates, auth: false, blocked: false } },
    });
  });
  await device.transaction('rw', device.values, async () => {
    await saveDevice(device, 'current_user', { id: me.id, name: me.first_name });
    // An interrupted deletion must not remove what is written from now on.
    if ((await savedDevice(device, 'leaving')) === me.id) await saveDevice(device, 'leaving', null);
  });
}

/** Logs in and prepares the account's database. The password is never stored. */
export function login(
  ports: Ports,
  device: DeviceDb,
  { username, password, language }: { username: string; password: string; language: Lang | null },
): Promise<LoginResult> {
  const body = { username, password };
  return completeLogin(ports, device, language, (device_id) =>
    send(ports, callIn(accountCalls, 'accounts.login'), { body, device_id }),
  );
}

/** Completes a login with any call that returns a token; `requestToken` makes it. */
export async function completeLogin(
  ports: Ports,
  device: DeviceDb,
  language: Lang | null,
  requestToken: (device_id: string) => Promise<CallResult>,
): Promise<LoginResult> {
  const newId = idMaker(ports);
  const device_id = await deviceId(device, newId);
  const isTold = await sendPendingLogout(ports, device, { timeout_ms: LOGOUT_TIMEOUT_MS });
  const finished = tryStep(() => finishLogoutCleanup(ports, device));
  await withinLogoutLimit(ports, finished);
  const result = await requestToken(device_id);
  if (result.kind !== 'reply') return failureOf(result);
  const { token } = TokenReply.parse(result.body);
  // The new login's cookie replaced the old one. What the server did not hear before, it may hear now.
  if (!isTold) await sendPendingLogout(ports, device, { cookies: false, timeout_ms: LOGOUT_TIMEOUT_MS });
  await saveDevice(device, 'pending_logout', null);
  const profile = await send(ports, callIn(accountCalls, 'accounts.me'), { token, device_id });
  if (profile.kind !== 'reply') return failureOf(profile);
  const me = Me.parse(profile.body);
  // The user's own database must not be written while it is being deleted.
  if ((await savedDevice(device, 'leaving')) === me.id) await finished;
  const db = openPhoneDb(me.id, ports);
  try {
    const actor = actorOf(me, device_id);
    await saveLogin(db, device, me, token, actor);
    const session = { user_id: me.id, device_id, db, device, ports };
    await restoreLockedOutbox(session, actor).catch((error: unknown) =>
      log.warn('locked work was not put back', error),
    );
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

export interface LogoutContext {
  ports: Ports;
  device: DeviceDb;
  db: PhoneDb;
  user_id: string;
  scheduler: Pick<SyncScheduler, 'idle' | 'stop'>;
}

/** From here on the user is logged out: interrupted steps are finished at the next start. */
async function markLoggedOut(device: DeviceDb, user_id: string, session: string | undefined): Promise<void> {
  await device.transaction('rw', device.values, async () => {
    await saveDevice(device, 'pending_logout', { user_id, ...(session !== undefined && { session }) });
    await saveDevice(device, 'leaving', user_id);
    await saveDevice(device, 'current_user', null);
  });
}

interface EncryptedWork extends EncryptOptions {
  /** Highest `seq` that was encrypted. */
  last: number;
}

/**
 * Encrypts unsent work as the first step of a logout; nothing is sent from here on. Returns the reason if it cannot:
 * then nothing has changed and the user is still logged in.
 */
async function encryptUnsentWork(
  { ports, device, db, user_id, scheduler }: LogoutContext,
  session: string | undefined,
): Promise<EncryptedWork | LogoutResult> {
  const key = await savedMeta(db, 'outbox_key');
  if (!key) return { ok: false, why: 'no_key' };
  const locking = {
    user_id,
    key,
    at: ports.clock.now(),
    alsoInTransaction: () => markLoggedOut(device, user_id, session),
  };
  try {
    await saveDevice(device, 'pending_logout', { user_id });
    await withinLogoutLimit(ports, scheduler.idle());
    return { ...locking, last: await encryptOutbox(db, device, locking) };
  } catch (error) {
    log.warn('what waits could not be locked', error);
    await tryStep(() => saveDevice(device, 'pending_logout', null));
    return { ok: false, why: isQuotaError(error) ? 'storage' : 'failed' };
  }
}

/** Another tab may have written in between. */
async function encryptLateWrites({ db, device }: LogoutContext, locked: EncryptedWork): Promise<void> {
  if ((await db.outbox.where('seq').above(locked.last).count()) > 0) await encryptOutbox(db, device, locked);
}

/**
 * Logs out. The order of the steps is fixed; each is independent and none may stop the next. Works offline: the server
 * learns of it at the next contact. With `keep`, unsent work is encrypted first and stays on the phone.
 */
export async function logout(leaving: LogoutContext, mode: LogoutMode): Promise<LogoutResult> {
  const { ports, device, db, user_id, scheduler } = leaving;
  const session = sessionOf(await savedMeta(db, 'token').catch(() => undefined));
  const locked = mode === 'keep' ? await encryptUnsentWork(leaving, session) : null;
  if (locked && 'ok' in locked) return locked;
  await tryStep(() => markLoggedOut(device, user_id, session));
  // First the other tabs stop writing.
  await tryStep(async () => {
    const channel = ports.channel(channelName(user_id));
    channel.post({ type: 'logged_out' } satisfies ChannelMessage);
    channel.close();
  });
  await withinLogoutLimit(ports, scheduler.stop());
  if (locked) await tryStep(() => encryptLateWrites(leaving, locked));
  db.close();
  // A frozen tab may block the deletion: the rows are deleted anyway.
  await withinLogoutLimit(
    ports,
    tryStep(() => finishLogoutCleanup(ports, device)),
  );
  await tryStep(async () => ports.caches?.delete(MEDIA_CACHE));
  await tryStep(() => sendPendingLogout(ports, device, { cookies: true, timeout_ms: LOGOUT_TIMEOUT_MS }));
  return { ok: true };
}
