import type { Handover } from '../../../contract/entities/handover.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { attentionStates, type Entry, type Receipt } from '../../db/outbox/entry.ts';
import { savedMeta } from '../../db/schema/meta.ts';

/** Maximum number of unsent writes that the sync centre shows. */
const MAX_ENTRIES = 200;
const MAX_HANDOVERS = 20;

/** A write that needs the user's attention, with the writes that it blocks. */
export interface OutboxIssue {
  cause: Entry;
  blocked: Entry[];
}

/** The unsent writes of one record, oldest first. */
export interface RecordGroup {
  key: string;
  entries: Entry[];
}

export interface OutboxWork {
  tray: OutboxIssue[];
  groups: RecordGroup[];
  /** The unsent writes that are shown; `more` is the number of further ones. */
  shown: Entry[];
  more: number;
  background: number;
}

const isBlockedBy = (entry: Entry, cause: Entry): boolean =>
  entry.deps.includes(cause.op_id) ||
  (cause.atomic_group !== null && entry.atomic_group === cause.atomic_group) ||
  (entry.entity === cause.entity && entry.entity_id === cause.entity_id && entry.seq! > cause.seq!);

/**
 * Groups blocked writes under the rejected write that blocks them, directly or transitively. A blocked write without a
 * known cause is listed separately.
 */
export function issuesOf(entries: readonly Entry[]): OutboxIssue[] {
  const items = entries
    .filter(({ state }) => state !== 'blocked')
    .map((cause): OutboxIssue => ({ cause, blocked: [] }));
  for (const entry of entries.filter(({ state }) => state === 'blocked')) {
    const item = items.find(({ cause, blocked }) => [cause, ...blocked].some((other) => isBlockedBy(entry, other)));
    if (item) item.blocked.push(entry);
    else items.push({ cause: entry, blocked: [] });
  }
  return items;
}

/** Groups unsent writes by record: prioritised records first, then those with the oldest write. */
export function groupsOf(entries: readonly Entry[]): RecordGroup[] {
  const byRecord = Map.groupBy(entries, ({ entity, entity_id }) => `${entity}:${entity_id}`);
  const groups = [...byRecord].map(([key, own]): RecordGroup => ({ key, entries: own }));
  const rank = ({ entries: own }: RecordGroup): number => Math.max(...own.map(({ priority = 0 }) => priority));
  return groups.sort((a, b) => rank(b) - rank(a) || a.entries[0]!.seq! - b.entries[0]!.seq!);
}

/** Returns all unsent writes, grouped by the action that they need from the user. */
export async function savedOutboxWork(db: PhoneDb): Promise<OutboxWork> {
  const isIssue = ({ state }: Entry): boolean => attentionStates.includes(state);
  const [tray, all, background] = await Promise.all([
    db.outbox
      .where('state')
      .anyOf([...attentionStates])
      .sortBy('seq'),
    db.outbox
      .orderBy('seq')
      .filter((entry) => !isIssue(entry) && !entry.background)
      .toArray(),
    db.outbox.filter((entry) => !isIssue(entry) && entry.background === 1).count(),
  ]);
  const shownEntries = all.slice(0, MAX_ENTRIES);
  return {
    tray: issuesOf(tray),
    groups: groupsOf(shownEntries),
    shown: shownEntries,
    more: all.length - shownEntries.length,
    background,
  };
}

/** Returns at most `limit` receipts of sent writes, newest first. Receipts are stored for 90 days. */
export function savedReceipts(db: PhoneDb, limit: number): Promise<Receipt[]> {
  return db.history
    .orderBy('server_time')
    .reverse()
    .filter((line) => !line.background)
    .limit(limit)
    .toArray();
}

export interface Handovers {
  /** Handovers that were offered to the user and that the user has not decided on. */
  offered: Handover[];
  /** Handovers by the user with their outcomes, until the user dismisses them. */
  given: Handover[];
}

/** Returns the handovers that the user received or made. */
export async function savedHandovers(db: PhoneDb, user_id: string): Promise<Handovers> {
  const dismissedIds = new Set(await savedMeta(db, 'handovers_seen'));
  const [offered, given] = await Promise.all([
    db.handovers
      .where('state')
      .equals('offered')
      .filter(({ to_id }) => to_id === user_id)
      .limit(MAX_HANDOVERS)
      .toArray(),
    db.handovers
      .orderBy('id')
      .reverse()
      .filter(({ id, from_id }) => from_id === user_id && !dismissedIds.has(id))
      .limit(MAX_HANDOVERS)
      .toArray(),
  ]);
  return { offered, given };
}
