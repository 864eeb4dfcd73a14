import { syncCalls } from '../../contract/calls/sync.ts';
import type { DeviceDb, PhoneDb } from '../../src/db/schema/db.ts';
import { savedDevice } from '../../src/db/schema/device.ts';
import { savedMeta, saveMeta, saveStatus } from '../../src/db/schema/meta.ts';
import { savedStatus } from '../../src/db/queries/status.ts';
import type { ConnectionState, Gates } from '../../src/db/schema/sync-status.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { send, type CallResult, type Request, type CallRef } from './http.ts';
import { MAX_RETRY_AFTER_MS } from './retry.ts';

/** One user's session: databases, ports and identity. The token is in the user's database. */
export interface Session {
  user_id: string;
  device_id: string;
  db: PhoneDb;
  device: DeviceDb;
  ports: Ports;
}

/** Changes gates; the others stay. */
export async function setGates({ db }: Session, change: Partial<Gates>): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const { gates } = await savedStatus(db);
    await saveStatus(db, { gates: { ...gates, ...change } });
  });
}

/** `instead`: the result that explains the failed request better than its own. */
type RefreshOutcome = { kind: 'fresh' } | { kind: 'refused' | 'unreachable'; instead?: CallResult };

async function refreshToken(session: Session, stale: string | null): Promise<RefreshOutcome> {
  // Another tab may have refreshed while this one waited for the lock.
  const token = (await savedMeta(session.db, 'token')) ?? null;
  if (token !== null && token !== stale) return { kind: 'fresh' };
  // A cookie cannot be deleted offline: while a logout is pending, it must not be used.
  if (await savedDevice(session.device, 'pending_logout')) return { kind: 'refused' };
  // The cookie alone yields nothing: a log-out deletes the token at once, and the cookie only with a network.
  const result = await send(session.ports, 'own.refresh', { token });
  // A network error, a rate limit or a failing server says nothing about the session.
  if (result.kind !== 'reply') {
    if (result.kind !== 'refused') return { kind: 'unreachable', instead: result };
    const isLocked = result.code === 'blocked' || result.code === 'device_revoked';
    if (isLocked) return { kind: 'refused', instead: result };
    if (result.status === 401 || result.status === 403) return { kind: 'refused' };
    return { kind: 'unreachable', instead: { kind: 'no_answer' } };
  }
  const reply = syncCalls['own.refresh'].reply.safeParse(result.body);
  // The cookie may belong to another user by now: identity is the user id, never the token.
  if (!reply.success || reply.data.user_id !== session.user_id) return { kind: 'refused' };
  await saveMeta(session.db, 'token', reply.data.token);
  return { kind: 'fresh' };
}

function connectionOf(result: CallResult): ConnectionState {
  return result.kind === 'reply' || result.kind === 'refused' ? 'online' : result.kind;
}

async function noteResult(session: Session, name: CallRef, result: CallResult): Promise<void> {
  // The screen stays blocked until the server answers again: an offline start must not unblock it. A 401 means that the
  // block was lifted and ended the session: a blocked person's ended session gets `blocked`.
  const isShut = result.kind === 'refused' && result.code === 'blocked';
  const isOpen = result.kind === 'reply' || (result.kind === 'refused' && result.status === 401);
  const shut = isShut || isOpen ? { shut: isShut } : {};
  await saveStatus(session.db, { connection: connectionOf(result), ...shut });
  if (result.kind !== 'refused') return;
  if (result.status === 401) await setGates(session, { auth: true });
  if (result.code === 'blocked' || result.code === 'device_revoked') await setGates(session, { blocked: true });
  if (result.status === 426) await setGates(session, { upgrade: true });
  // Only calls of the sync cycle set the global wait: a delayed file or a single action must not hold up writes.
  const holdsUp = typeof name === 'string';
  if (holdsUp && result.retry_after_ms !== null && (result.status === 429 || result.status === 503)) {
    const wait = Math.min(result.retry_after_ms, MAX_RETRY_AFTER_MS);
    const asked_at = session.ports.clock.now();
    await setGates(session, { retry_after: asked_at + wait, retry_asked_at: asked_at });
  }
}

/**
 * Sends a request with the user's token. A 401 is retried once with a refreshed token before it closes the auth gate;
 * session and outbox are not touched.
 */
export async function request(session: Session, name: CallRef, options: Request = {}): Promise<CallResult> {
  const token = (await savedMeta(session.db, 'token')) ?? null;
  const withToken = (value: string | null) =>
    send(session.ports, name, { ...options, token: value, device_id: session.device_id });
  let result = await withToken(token);
  if (result.kind === 'refused' && result.status === 401) {
    const again = await session.ports.locks.request(`haversack-refresh-${session.user_id}`, {}, () =>
      refreshToken(session, token),
    );
    if (again.kind === 'fresh') result = await withToken((await savedMeta(session.db, 'token')) ?? null);
    else if (again.instead) result = again.instead;
  }
  await noteResult(session, name, result);
  return result;
}
