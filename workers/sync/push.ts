import { MAX_OPS, PushReply } from '../../contract/sync.ts';
import { claimBatch, release } from '../../src/db/claims.ts';
import type { Entry } from '../../src/db/entry.ts';
import { saveStatus } from '../../src/db/meta.ts';
import { settle } from '../../src/db/settle.ts';
import { outboxCounts } from '../../src/db/status.ts';
import { APP_VERSION } from '../../src/db/store.ts';
import { iso } from '../../src/lib/ports.ts';
import type { Answer } from './http.ts';
import { closedGate } from './gates.ts';
import { opBackoff } from './retry.ts';
import { request, type Session } from './session.ts';
import type { Actor } from '../../src/db/view.ts';

const LEASE_MS = 60_000;

/** What a push needs beside the session. `max_ops` adapts: it doubles with success and halves when a batch is too much. */
export interface Pusher {
  session: Session;
  actor: Actor;
  holder: string;
  max_ops: number;
}

/** `sent`: maybe more waits. `idle`: nothing can go now. `failed`: network or server, try later. `gate`: closed. */
export type PushOutcome = 'sent' | 'idle' | 'failed' | 'gate';

/** The envelope around op texts that were frozen at their first attempt: same key, same bytes, at every attempt. */
function envelope(device_id: string, batch: readonly Entry[]): string {
  const head = JSON.stringify({ proto: 1, device_id, app_version: APP_VERSION });
  return `${head.slice(0, -1)},"ops":[${batch.map((entry) => entry.frozen).join(',')}]}`;
}

/** Server minus phone, by the middle of the request. */
export function measuredOffset(answer: Extract<Answer, { kind: 'reply' }>, server_time: string): number {
  return Date.parse(server_time) - (answer.sent_at + answer.received_at) / 2;
}

async function settleReply(
  pusher: Pusher,
  batch: Entry[],
  answer: Extract<Answer, { kind: 'reply' }>,
): Promise<PushOutcome> {
  const { session, actor, holder } = pusher;
  const reply = PushReply.safeParse(answer.body);
  if (!reply.success) {
    await release(session.db, batch, holder, 'failed');
    return 'failed';
  }
  const { results, server_time } = reply.data;
  const backoff = (attempt: number) => opBackoff(session.ports.random, attempt);
  await settle(session.db, batch, results, { actor, holder, now: session.ports.clock.now(), server_time, backoff });
  pusher.max_ops = Math.min(MAX_OPS, pusher.max_ops * 2);
  const clock_offset_ms = measuredOffset(answer, server_time);
  await saveStatus(session.db, { last_sent_at: server_time, server_time, clock_offset_ms });
  return 'sent';
}

/** The request as a whole failed: nothing in it was judged, so everything goes back into the queue. */
async function settleFailure(
  pusher: Pusher,
  batch: Entry[],
  answer: Exclude<Answer, { kind: 'reply' }>,
): Promise<PushOutcome> {
  const { session, actor, holder } = pusher;
  const refused = answer.kind === 'refused' ? answer : null;
  const tooMuch = refused !== null && (refused.status === 413 || refused.status === 400);
  if (tooMuch && batch.length === 1) {
    // Bisected down to the one op that the server cannot read: it waits for the person and harms no other.
    const result = { op_id: batch[0]!.op_id, status: refused.status, ...(refused.code && { code: refused.code }) };
    const now = session.ports.clock.now();
    await settle(session.db, batch, [result], { actor, holder, now, server_time: iso(now), backoff: () => 0 });
    return 'sent';
  }
  pusher.max_ops = Math.max(1, Math.floor(batch.length / 2));
  await release(session.db, batch, holder, refused && refused.status < 500 ? 'none' : 'failed');
  if (tooMuch) return 'sent';
  return refused && refused.status < 500 && refused.status !== 429 ? 'gate' : 'failed';
}

/** Claims one batch, sends it, and applies what the server says of each op. `alone` says that the turn's lock is ours. */
export async function pushBatch(pusher: Pusher, alone: boolean): Promise<PushOutcome> {
  const { session, holder } = pusher;
  if (await closedGate(session)) return 'gate';
  const now = session.ports.clock.now();
  const batch = await claimBatch(session.db, { now, holder, lease_ms: LEASE_MS, max_ops: pusher.max_ops, alone });
  if (batch.length === 0) return 'idle';
  const { to_send } = await outboxCounts(session.db);
  await saveStatus(session.db, {
    sending: { done: batch.filter((entry) => !entry.background).length, total: to_send },
  });
  const answer = await request(session, 'sync.push', { text: envelope(session.device_id, batch) });
  const outcome =
    answer.kind === 'reply' ? await settleReply(pusher, batch, answer) : await settleFailure(pusher, batch, answer);
  await saveStatus(session.db, { sending: null });
  return outcome;
}
