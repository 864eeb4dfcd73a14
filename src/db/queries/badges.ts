import type { EntityName } from '../../../contract/entities/stores.ts';
import type { PhoneDb } from '../schema/db.ts';
import type { Entry, EntryState } from '../outbox/entry.ts';

/**
 * Sync states, most urgent first. The badge of a row with several waiting writes shows the most urgent of their states.
 */
const order: readonly EntryState[] = ['conflict', 'rejected', 'parked', 'blocked', 'waiting_dep', 'queued', 'sending'];

export interface RowBadge {
  state: EntryState;
  entries: Entry[];
}

function badgeOf(entries: Entry[]): RowBadge {
  const states = entries.map((entry) => entry.state);
  return { state: order.find((state) => states.includes(state)) ?? 'queued', entries };
}

/** Returns the badges of one entity's rows by row id, derived from the outbox. Background writes have none. */
export async function savedBadges(db: PhoneDb, entity: EntityName): Promise<Map<string, RowBadge>> {
  const entries = await db.outbox.where('[entity+entity_id]').between([entity, ''], [entity, '\uffff']).sortBy('seq');
  const byRow = Map.groupBy(
    entries.filter((entry) => !entry.background),
    (entry) => entry.entity_id,
  );
  return new Map([...byRow].map(([id, own]) => [id, badgeOf(own)]));
}
