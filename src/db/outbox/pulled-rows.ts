import type { Table } from 'dexie';
import type { entities } from '../../../contract/entities/index.ts';
import type { EntityName } from '../../../contract/entities/stores.ts';
import { log } from '../../lib/log.ts';
import type { PhoneDb } from '../schema/db.ts';
import { acknowledge } from './acknowledge.ts';
import { withWrites } from './write-registry.ts';
import type { Actor, AnyRow } from './view.ts';

// This code is shared by pages of changes and pages of a snapshot.

/** Records whose server copy has changed. They are rebuilt at the end of the transaction. */
export type TouchedRecords = Map<string, { c: EntityName; id: string }>;
export type Entities = typeof entities;

/**
 * Loads the entity schemas when the first page with rows arrives. Must run before the transaction, since only database
 * calls may be awaited inside one.
 */
export const loadEntities = async (): Promise<Entities> =>
  (await import('../../../contract/entities/index.ts')).entities;

/** Parses a row; an invalid row is logged and skipped, so that it does not block the others. */
export function parseRow(definitions: Entities, c: EntityName, row: unknown): AnyRow | undefined {
  const parsed = definitions[c].schema.safeParse(row);
  if (parsed.success) return parsed.data;
  log.warn('a row did not parse', `${c} ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
  return undefined;
}

/**
 * Acknowledges ops whose effect the new rows already contain, although the responses to their push were lost. If they
 * stayed in the outbox, they would be applied on top of these rows a second time.
 */
export async function applyAcked(
  db: PhoneDb,
  acked: readonly string[],
  server_time: string,
  touched: TouchedRecords,
  actor: Actor,
): Promise<void> {
  if (acked.length === 0) return;
  const entries = await db.outbox.where('op_id').anyOf(acked).sortBy('seq');
  for (const entry of entries) {
    await acknowledge(db, entry, { server_time, rev: 0 }, actor);
    touched.set(entry.lane, { c: entry.entity, id: entry.entity_id });
  }
}

/** Runs a transaction over the given tables. `run` may rebuild rows that have waiting writes. */
export async function rebuildTransaction<T>(db: PhoneDb, tables: Table[], run: () => Promise<T>): Promise<T> {
  return withWrites((await db.outbox.count()) > 0, () => db.transaction('rw', tables, run));
}
