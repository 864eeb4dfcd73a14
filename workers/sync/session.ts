import { syncCalls } from '../../contract/calls/sync.ts';
import type { DeviceDb, PhoneDb } from '../../src/db/schema/db.ts';
import { savedDevice } from '../../src/db/schema/device.ts';
import { savedMeta, saveMeta, saveStatus } from '../../src/db/schema/meta.ts';
import { savedStatus, type ConnectionState, type Gates } from '../../src/db/queries/status.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { send, type CallResult, type Request, type CallRef } from './http.ts';
import { MAX_RETRY_AFTER_MS } from './retry.ts';

/** One person's connection: the token of their database, refreshed under a lock, and the gates. */
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

type RefreshOutcome = { kind: 'fresh' } | { kind: 'refused' } | { kind: 'unreachable'; answer: CallResult };

async function refreshToken(session: Session, stale: string | null): Promise<RefreshOutcome> {
  // Another tab may have refreshed while we waited for the lock.
  const token = (await savedMeta(session.db, 'token')) ?? null;
  if (token !== null && token !== stale) return { kind: 'fresh' };
  // A cookie cannot be deleted offline: while a log-out waits, it must not be used.
  if (await savedDevice(session.device, 'pending_logout')) return { kind: 'refused' };
  const answer = await send(session.ports, 'own.refresh');
  // No network, a limit or a server in trouble says nothing about the login.
  if (answer.kind !== 'reply') {
    const judged = answer.kind === 'refused' && (answer.status === 401 || answer.status === 403);
    return judged
      ? { kind: 'refused' }
      : { kind: 'unreachable', answer: answer.kind === 'refused' ? { kind: 'no_answer' } : answer };
  }
  const reply = syncCalls['own.refresh'].reply.safeParse(answer.body);
  // The cookie may be another person's by now: identity is the user id, never the token.
  if (!reply.success || reply.data.user_id !== session.user_id) return { kind: 'refused' };
  await saveMeta(session.db, 'token', reply.data.token);
  return { kind: 'fresh' };
}

function connectionOf(answer: CallResult): ConnectionState {
  return answer.kind === 'reply' || answer.kind === 'refused' ? 'online' : answer.kind;
}

async function noteResult(session: Session, name: CallRef, answer: CallResult): Promise<void> {
  // What is shown is locked until the server answers again: a start without network must not open it.
  const isShut = answer.kind === 'refused' && answer.code === 'blocked';
  const shut = isShut || answer.kind === 'reply' ? { shut: isShut } : {};
  await saveStatus(session.db, { connection: connectionOf(answer), ...shut });
  if (answer.kind !== 'refused') return;
  if (answer.status === 401) await setGates(session, { auth: true });
  if (answer.code === 'blocked' || answer.code === 'device_revoked') await setGates(session, { blocked: true });
  if (answer.status === 426) await setGates(session, { upgrade: true });
  // A file that must wait holds up no text, nor does what a person asks for once: only the calls of a turn do.
  const holdsUp = typeof name === 'string';
  if (holdsUp && answer.retry_after_ms !== null && (answer.status === 429 || answer.status === 503)) {
    const wait = Math.min(answer.retry_after_ms, MAX_RETRY_AFTER_MS);
    const asked_at = session.ports.clock.now();
    await setGates(session, { retry_after: asked_at + wait, retry_asked_at: asked_at });
  }
}

/**
 * A request in this person's name. A 401 is checked once more with a refreshed token before it closes the auth gate;
 * the login and the outbox are not touched.
 */
export async function request(session: Session, name: CallRef, options: Request = {}): Promise<CallResult> {
  const token = (await savedMeta(session.db, 'token')) ?? null;
  const withToken = (value: string | null) =>
    send(session.ports, name, { ...options, token: value, device_id: session.device_id });
  let answer = await withToken(token);
  if (answer.kind === 'refused' && answer.status === 401) {
    const again = await session.ports.locks.request(`haversack-refresh-${session.user_id}`, {}, () =>
      refreshToken(session, token),
    );
    if (again.kind === 'fresh') answer = await withToken((await savedMeta(session.db, 'token')) ?? null);
    if (again.kind === 'unreachable') answer = again.answer;
  }
  await noteResult(session, name, answer);
  return answer;
}
