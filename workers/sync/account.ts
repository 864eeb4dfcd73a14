import type { LogoutMode, LogoutResult } from '../../src/lib/logout.ts';
import { accountCalls, TokenReply } from '../../contract/api-calls/accounts.ts';
import { untypedCall } from '../../contract/api-calls/define.ts';
import type { z } from '../../contract/zod.ts';
import { Me } from '../../contract/entities/me.ts';
import type { Lang } from '../../contract/fields.ts';
import type { ActionResult, Failure, LoginResult } from '../../src/bridge/results.ts';
import { actorOf } from '../../src/db/outbox/actor.ts';
import { isQuotaError, type DeviceDb, type PhoneDb } from '../../src/db/schema/db.ts';
import { ensureDeviceId, saveDeviceValue, savedDeviceValue } from '../../src/db/schema/device.ts';
import { finishLogoutCleanup } from '../../src/db/schema/logout-cleanup.ts';
import { encryptOutbox, type EncryptOptions } from '../../src/db/outbox/encrypted-outbox.ts';
import { saveMeta, savedMeta } from '../../src/db/schema/meta.ts';
import { openUserDb } from '../../src/db/schema/user-db.ts';
import { MEDIA_CACHE } from '../../src/db/storage/free-up-space.ts';
import { createStore } from '../../src/db/schema/create-store.ts';
import { channelName, type ChannelMessage } from '../../src/db/schema/store.ts';
import { loadWrites } from '../../src/db/outbox/write-registry.ts';
import { rebuildRow, applyServerRow, type Actor } from '../../src/db/outbox/view.ts';
import { createIdGenerator } from '../../src/lib/ids.ts';
import { log } from '../../src/lib/log.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { send, type CallResult } from './http.ts';
import { restoreLockedOutbox } from './outbox-key.ts';
import { sendPendingLogout, sessionIdOf } from './pending-logout.ts';
import type { SyncScheduler } from './scheduler.ts';

const LOGOUT_TIMEOUT_MS = 3_000;

/**
 * Maximum time in ms that a login waits for the deletion of the same user's database, which a suspended tab can delay.
 */
const DELETION_TIMEOUT_MS = 10_000;

/** Converts the result of a failed call into the failure that the page receives. */
export function toFailure(result: Exclude<CallResult, { kind: 'reply' }>): Failure {
  if (result.kind !== 'refused') return { ok: false, why: result.kind };
  if (result.code === null) return { ok: false, why: 'no_answer' };
  const retry_after_s = result.retry_after_ms === null ? null : Math.ceil(result.retry_after_ms / 1000);
  return { ok: false, why: 'refused', code: result.code, ...(retry_after_s !== null && { retry_after_s }) };
}

/** Reduces the result of a call to success or failure, dropping the body. */
export const toActionResult = (result: CallResult): ActionResult =>
  result.kind === 'reply' ? { ok: true } : toFailure(result);

export type ParsedReply<R> = { ok: true; body: R } | Failure;

/** Parses the body of a successful reply. Returns a failure if the call failed or its body is invalid. */
export function parseReply<R>(result: CallResult, schema: z.ZodMiniType<R>): ParsedReply<R> {
  if (result.kind !== 'reply') return toFailure(result);
  const parsed = schema.safeParse(result.body);
  return parsed.success ? { ok: true, body: parsed.data } : { ok: false, why: 'no_answer' };
}

async function tryStep(step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    log.warn('a logout step failed', error);
  }
}

/** Waits until `step` has settled, but no longer than `limit_ms`. Returns whether it has settled. */
async function isSettledWithin(ports: Ports, step: Promise<unknown>, limit_ms: number): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => void ports.clock.after(limit_ms, () => resolve(false)));
  const settled = () => true;
  return Promise.race([step.then(settled, settled), timeout]);
}

/** Waits until `step` has settled, but no longer than a logout step may take. */
const withinLogoutLimit = (ports: Ports, step: Promise<unknown>) => isSettledWithin(ports, step, LOGOUT_TIMEOUT_MS);

async function saveLogin(db: PhoneDb, device: DeviceDb, me: Me, token: string, actor: Actor): Promise<void> {
  await loadWrites();
  await db.transaction('rw', [db.me, db.outbox, db.base, db.meta], async () => {
    await applyServerRow(db, 'me', me.id, me, me.rev);
    await rebuildRow(db, 'me', me.id, actor);
    await saveMeta(db, 'token', token);
    const status = (await db.meta.get('status'))?.value as { gates?: object } | undefined;
    await db.meta.put({
      key: 'status',
      value: { ...status, connection: 'online', shut: false, gates: { ...status?.gates, auth: false, blocked: false } },
    });
  });
  await device.transaction('rw', device.values, async () => {
    await saveDeviceValue(device, 'current_user', { id: me.id });
    // If the same user logs in again, the interrupted cleanup of their last logout must not delete data that is written
    // from now on.
    if ((await savedDeviceValue(device, 'leaving')) === me.id) await saveDeviceValue(device, 'leaving', null);
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
    send(ports, untypedCall(accountCalls, 'accounts.login'), { body, device_id }),
  );
}

/** Completes a login with any call that returns a token; `requestToken` sends that call. */
export async function completeLogin(
  ports: Ports,
  device: DeviceDb,
  language: Lang | null,
  requestToken: (device_id: string) => Promise<CallResult>,
): Promise<LoginResult> {
  const newId = createIdGenerator(ports);
  const device_id = await ensureDeviceId(device, newId);
  const isLogoutReported = await sendPendingLogout(ports, device, { timeout_ms: LOGOUT_TIMEOUT_MS });
  const cleanup = tryStep(() => finishLogoutCleanup(ports, device));
  await withinLogoutLimit(ports, cleanup);
  const result = await requestToken(device_id);
  if (result.kind !== 'reply') return toFailure(result);
  const { token } = TokenReply.parse(result.body);
  // The cookie of the new login has replaced the old cookie. If the last logout was not reported yet, it is reported
  // now, without cookies.
  if (!isLogoutReported) await sendPendingLogout(ports, device, { cookies: false, timeout_ms: LOGOUT_TIMEOUT_MS });
  await saveDeviceValue(device, 'pending_logout', null);
  const profile = await send(ports, untypedCall(accountCalls, 'accounts.me'), { token, device_id });
  if (profile.kind !== 'reply') return toFailure(profile);
  const me = Me.parse(profile.body);
  // The database of this user cannot be opened while it is being deleted. A suspended tab can delay the deletion for as
  // long as that tab exists.
  const isDeleting = (await savedDeviceValue(device, 'leaving')) === me.id;
  if (isDeleting && !(await isSettledWithin(ports, cleanup, DELETION_TIMEOUT_MS)))
    return { ok: false, why: 'other_tab' };
  const db = await openUserDb(me.id, ports);
  try {
    const actor = actorOf(me, device_id);
    await saveLogin(db, device, me, token, actor);
    const session = { user_id: me.id, device_id, db, device, ports };
    await restoreLockedOutbox(session, actor).catch((error: unknown) =>
      log.warn('encrypted work could not be restored', error),
    );
    if (language !== null && language !== me.language) {
      const channel = ports.channel(channelName(me.id));
      await createStore(db, actor, ports, channel).write({
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

/** Marks the user as logged out. From then on, the next start of the app completes a logout that was interrupted. */
async function markLoggedOut(device: DeviceDb, user_id: string, session: string | undefined): Promise<void> {
  await device.transaction('rw', device.values, async () => {
    await saveDeviceValue(device, 'pending_logout', { user_id, ...(session !== undefined && { session }) });
    await saveDeviceValue(device, 'leaving', user_id);
    await saveDeviceValue(device, 'current_user', null);
  });
}

interface EncryptedWork extends EncryptOptions {
  /** Highest `seq` of the entries that were encrypted. */
  last: number;
}

/**
 * Encrypts the unsent work as the first step of a logout. Nothing is sent afterwards. If the work cannot be encrypted,
 * the result contains the reason; nothing has changed then, and the user is still logged in.
 */
async function encryptUnsentWork(
  { ports, device, db, user_id, scheduler }: LogoutContext,
  session: string | undefined,
): Promise<EncryptedWork | LogoutResult> {
  const key = await savedMeta(db, 'outbox_key');
  if (!key) return { ok: false, why: 'no_key' };
  const encryption = {
    user_id,
    key,
    at: ports.clock.now(),
    alsoInTransaction: () => markLoggedOut(device, user_id, session),
  };
  try {
    await saveDeviceValue(device, 'pending_logout', { user_id });
    await withinLogoutLimit(ports, scheduler.idle());
    return { ...encryption, last: await encryptOutbox(db, device, encryption) };
  } catch (error) {
    log.warn('unsent work could not be encrypted', error);
    await tryStep(() => saveDeviceValue(device, 'pending_logout', null));
    return { ok: false, why: isQuotaError(error) ? 'storage' : 'failed' };
  }
}

/** Encrypts entries that another tab has queued since the outbox was encrypted. */
async function encryptLateWrites({ db, device }: LogoutContext, encryptedWork: EncryptedWork): Promise<void> {
  if ((await db.outbox.where('seq').above(encryptedWork.last).count()) > 0)
    await encryptOutbox(db, device, encryptedWork);
}

/**
 * Logs the user out. The order of the steps is fixed, and a step that fails does not prevent the following ones. Works
 * offline; the logout is then reported as soon as the server can be reached. In mode `keep`, unsent work is encrypted
 * first and stays on the phone.
 */
export async function logout(context: LogoutContext, mode: LogoutMode): Promise<LogoutResult> {
  const { ports, device, db, user_id, scheduler } = context;
  const session = sessionIdOf(await savedMeta(db, 'token').catch(() => undefined));
  const encryptedWork = mode === 'keep' ? await encryptUnsentWork(context, session) : null;
  if (encryptedWork && 'ok' in encryptedWork) return encryptedWork;
  await tryStep(() => markLoggedOut(device, user_id, session));
  // Other tabs must stop writing before anything is deleted.
  await tryStep(async () => {
    const channel = ports.channel(channelName(user_id));
    channel.post({ type: 'logged_out' } satisfies ChannelMessage);
    channel.close();
  });
  await withinLogoutLimit(ports, scheduler.stop());
  if (encryptedWork) await tryStep(() => encryptLateWrites(context, encryptedWork));
  db.close();
  // A frozen tab may block the deletion of the database, but the cleanup still deletes the rows.
  await withinLogoutLimit(
    ports,
    tryStep(() => finishLogoutCleanup(ports, device)),
  );
  await tryStep(async () => ports.caches?.delete(MEDIA_CACHE));
  await tryStep(() => sendPendingLogout(ports, device, { cookies: true, timeout_ms: LOGOUT_TIMEOUT_MS }));
  return { ok: true };
}
