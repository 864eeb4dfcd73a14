import { syncCalls } from '../../contract/api-calls/sync.ts';
import type { DeviceDb, PhoneDb } from '../../src/db/schema/db.ts';
import { savedDeviceValue } from '../../src/db/schema/device.ts';
import { savedMeta, saveMeta } from '../../src/db/schema/meta.ts';
import { saveStatus } from '../../src/db/schema/sync-meta.ts';
import { clearLastScreens } from '../../src/db/storage/last-screens.ts';
import type { ConnectionState, Gates } from '../../src/db/schema/sync-status.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { send, type CallResult, type RequestOptions, type CallRef } from './http.ts';
import { MAX_RETRY_AFTER_MS } from './retry.ts';

/** The session of one user: databases, ports and identity. The token is stored in the user's database. */
export interface Session {
  user_id: string;
  device_id: string;
  db: PhoneDb;
  device: DeviceDb;
  ports: Ports;
}

/** Sets the given gates; the others stay unchanged. */
export async function setGates({ db }: Session, change: Partial<Gates>): Promise<void> {
  await saveStatus(db, ({ gates }) => ({ gates: { ...gates, ...change } }));
  // The stored last screens may contain data that the user may no longer see.
  if (change.auth || change.blocked) await clearLastScreens(db);
}

/** `instead`: the result to return in place of the original call's 401, because it explains the failure better. */
type RefreshOutcome = { kind: 'fresh' } | { kind: 'refused' | 'unreachable'; instead?: CallResult };

async function refreshToken(session: Session, stale: string | null): Promise<RefreshOutcome> {
  // Another tab may have refreshed the token while this one waited for the lock.
  const token = (await savedMeta(session.db, 'token')) ?? null;
  if (token !== null && token !== stale) return { kind: 'fresh' };
  // A cookie cannot be deleted offline, so it must not be used while a logout is pending.
  if (await savedDeviceValue(session.device, 'pending_logout')) return { kind: 'refused' };
  // The server requires the last token together with the cookie: a logout deletes the token at once, but can delete the
  // cookie only when the server responds.
  const result = await send(session.ports, 'own.refresh', { token });
  // A network error, a rate limit or a server error does not mean that the session has ended.
  if (result.kind !== 'reply') {
    if (result.kind !== 'refused') return { kind: 'unreachable', instead: result };
    const isLocked = result.code === 'blocked' || result.code === 'device_revoked';
    if (isLocked) return { kind: 'refused', instead: result };
    if (result.status === 401 || result.status === 403) return { kind: 'refused' };
    return { kind: 'unreachable', instead: { kind: 'no_answer' } };
  }
  const reply = syncCalls['own.refresh'].reply.safeParse(result.body);
  // The cookie may belong to a different user by now, so the user id in the response is compared.
  if (!reply.success || reply.data.user_id !== session.user_id) return { kind: 'refused' };
  await saveMeta(session.db, 'token', reply.data.token);
  return { kind: 'fresh' };
}

/**
 * Time in ms after which a token is refreshed without the lock: a frozen tab never releases it, and a refresh that is
 * running ends earlier. Two refreshes at the same time do no harm, because the server accepts a replaced cookie for
 * another minute.
 */
export const REFRESH_LOCK_MS = 30_000;

/** Refreshes the token in one tab at a time, so that tabs whose token expires together send one request. */
async function refreshInTurn(session: Session, stale: string | null): Promise<RefreshOutcome> {
  const { ports, user_id } = session;
  const lockWait = new AbortController();
  ports.clock.after(REFRESH_LOCK_MS, () => lockWait.abort());
  const refresh = () => refreshToken(session, stale);
  try {
    return await ports.locks.request(`haversack-refresh-${user_id}`, { signal: lockWait.signal }, refresh);
  } catch (error) {
    if (error !== lockWait.signal.reason) throw error;
    return refresh();
  }
}

function connectionOf(result: CallResult): ConnectionState {
  return result.kind === 'reply' || result.kind === 'refused' ? 'online' : result.kind;
}

async function recordResult(session: Session, name: CallRef, result: CallResult): Promise<void> {
  // The block is stored, so that the app stays blocked when it is started offline. The block ended the session, but as
  // long as it lasts, requests of that session are refused with `blocked`; a 401 therefore means that it was lifted.
  const isBlocked = result.kind === 'refused' && result.code === 'blocked';
  const isLifted = result.kind === 'reply' || (result.kind === 'refused' && result.status === 401);
  const shut = isBlocked || isLifted ? { shut: isBlocked } : {};
  await saveStatus(session.db, { connection: connectionOf(result), ...shut });
  if (result.kind !== 'refused') return;
  if (result.status === 401) await setGates(session, { auth: true });
  if (result.code === 'blocked' || result.code === 'device_revoked') await setGates(session, { blocked: true });
  if (result.status === 426) await setGates(session, { upgrade: true });
  // Only a response with Retry-After to a call of the sync cycle pauses all requests. If the server delays a file or a
  // single action, writes are still sent.
  const isSyncCall = typeof name === 'string';
  if (isSyncCall && result.retry_after_ms !== null && (result.status === 429 || result.status === 503)) {
    const wait = Math.min(result.retry_after_ms, MAX_RETRY_AFTER_MS);
    const asked_at = session.ports.clock.now();
    await setGates(session, { retry_after: asked_at + wait, retry_asked_at: asked_at });
  }
}

/**
 * Sends a request with the user's token. On a 401, refreshes the token and retries the request once; if that fails too,
 * the auth gate closes. The session and the outbox stay as they are.
 */
export async function sendAuthenticated(
  session: Session,
  name: CallRef,
  options: RequestOptions = {},
): Promise<CallResult> {
  const token = (await savedMeta(session.db, 'token')) ?? null;
  const sendWithToken = (value: string | null) =>
    send(session.ports, name, { ...options, token: value, device_id: session.device_id });
  let result = await sendWithToken(token);
  if (result.kind === 'refused' && result.status === 401) {
    const refreshed = await refreshInTurn(session, token);
    if (refreshed.kind === 'fresh') result = await sendWithToken((await savedMeta(session.db, 'token')) ?? null);
    else if (refreshed.instead) result = refreshed.instead;
  }
  await recordResult(session, name, result);
  return result;
}
