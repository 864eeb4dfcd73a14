import type { PhoneDb } from '../schema/db.ts';
import { attentionStates } from '../outbox/entry.ts';
import { savedMetas } from '../schema/meta.ts';
import { withDefaults, type SyncStatus } from '../schema/sync-status.ts';

export interface OutboxCounts {
  /** Number of writes that wait to be sent, without background work. */
  to_send: number;
  needs_you: number;
  background: number;
}

/** Counts the writes in the outbox. The counts are not stored, so they cannot differ from the outbox. */
export async function countOutbox(db: PhoneDb): Promise<OutboxCounts> {
  const entries = await db.outbox.toArray();
  const counts = { to_send: 0, needs_you: 0, background: 0 };
  for (const entry of entries) {
    if (attentionStates.includes(entry.state)) counts.needs_you += 1;
    else if (entry.background) counts.background += 1;
    else counts.to_send += 1;
  }
  return counts;
}

export async function savedSyncStatus(db: PhoneDb): Promise<SyncStatus> {
  const { status, paused = false } = await savedMetas(db, 'status', 'paused');
  return { ...withDefaults(status), paused };
}

export type PillState =
  | { kind: 'needs_you'; count: number }
  | { kind: 'log_in'; count: number }
  | { kind: 'blocked' }
  | { kind: 'upgrade' }
  | { kind: 'storage_full' }
  | { kind: 'portal' }
  | { kind: 'offline'; count: number; since: string | null }
  | { kind: 'no_answer'; count: number; since: string | null }
  | { kind: 'first_fetch'; percent: number }
  | { kind: 'paused'; count: number }
  | { kind: 'sending'; done: number; total: number }
  | { kind: 'up_to_date'; at: string | null };

/** Returns the state that the sync pill shows. If several states apply, the most urgent one is returned. */
export function pillState(status: SyncStatus, counts: OutboxCounts): PillState {
  const { gates, connection, first_fetch } = status;
  const count = counts.to_send;
  const since = (status.unread ?? status).last_fetched_at;
  if (counts.needs_you > 0) return { kind: 'needs_you', count: counts.needs_you };
  if (gates.blocked) return { kind: 'blocked' };
  if (gates.auth) return { kind: 'log_in', count };
  if (gates.upgrade) return { kind: 'upgrade' };
  if (gates.storage_full) return { kind: 'storage_full' };
  if (connection === 'portal') return { kind: 'portal' };
  if (connection === 'offline') return { kind: 'offline', count, since };
  if (connection === 'no_answer') return { kind: 'no_answer', count, since };
  if (first_fetch) return { kind: 'first_fetch', percent: percentOf(first_fetch) };
  if (status.paused) return { kind: 'paused', count };
  if (count > 0) return { kind: 'sending', done: status.sending?.done ?? 0, total: status.sending?.total ?? count };
  if (status.unread) return { kind: 'no_answer', count, since };
  return { kind: 'up_to_date', at: since };
}

function percentOf({ done, total }: { done: number; total: number }): number {
  return total === 0 ? 0 : Math.min(99, Math.floor((100 * done) / total));
}
