import { jsonEqual } from '../../../contract/json-equal.ts';
import { entities } from '../../../contract/entities/index.ts';
import type { EntityName } from '../../../contract/entities/stores.ts';
import type { Me } from '../../../contract/entities/me.ts';
import type { PhoneDb } from '../../../src/db/schema/db.ts';
import type { AnyRow } from '../../../src/db/outbox/view.ts';
import { log } from '../../../src/lib/log.ts';
import type { Ids } from './ids.ts';
import type { TableReader } from './tables/shared.ts';
import { RowReader, Unreadable } from './values.ts';

/** A row of the phone as last received from the API. `isWaiting`: whether the row has unsent writes. */
export interface StoredRow {
  row: AnyRow | null;
  isWaiting: boolean;
}

/** Returns the rows of an entity as last received, without unsent changes. */
export async function storedRows(db: PhoneDb, entity: EntityName): Promise<Map<string, StoredRow>> {
  const [rows, copies] = await Promise.all([
    db.table<AnyRow, string>(entity).toArray(),
    db.base.where('[entity+id]').between([entity, ''], [entity, '\uffff']).toArray(),
  ]);
  const stored = new Map(rows.map((row): [string, StoredRow] => [row.id, { row, isWaiting: false }]));
  for (const { id, row } of copies) stored.set(id, { row, isWaiting: true });
  return stored;
}

/** Returns one row as last received. */
export async function storedRow(db: PhoneDb, entity: EntityName, id: string): Promise<AnyRow | null> {
  const copy = await db.base.get([entity, id]);
  return copy ? copy.row : ((await db.table<AnyRow, string>(entity).get(id)) ?? null);
}

/** The data that is needed to convert the rows of a pass. */
export interface ReadContext {
  ids: Ids;
  me: Me | null;
  user_id: string;
  now: string;
  /** Rows that were reported as unreadable, so that each is reported once. */
  reported: Set<string>;
}

function report({ reported }: ReadContext, entity: EntityName, reason: string): void {
  const line = `${entity} ${reason}`;
  if (reported.has(line)) return;
  reported.add(line);
  log.warn('a row of the API did not parse', line);
}

/**
 * Converts a row of the API, without its revision. Returns `unreadable` for a row that cannot be read: it is reported
 * and left out, so that it does not block other rows. Returns `other` for a row of another entity.
 */
export function parseRow(
  table: TableReader,
  raw: unknown,
  context: ReadContext,
  stored: AnyRow | null,
): Record<string, unknown> | 'unreadable' | 'other' {
  const { entity } = table;
  try {
    const { me, user_id, now, ids } = context;
    const row = table.read(new RowReader(raw, ids), { me, user_id, now, stored });
    if (row === null) return 'other';
    const parsed = entities[entity].schema.safeParse({ ...row, rev: 1 });
    if (parsed.success) return parsed.data as Record<string, unknown>;
    report(context, entity, parsed.error.issues[0]?.path.join('.') ?? '');
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    report(context, entity, error.message);
  }
  return 'unreadable';
}

/** Converts a row of the API, without its revision. Returns null if it contains no row of the entity. */
export function readRow(
  table: TableReader,
  raw: unknown,
  context: ReadContext,
  stored: AnyRow | null,
): Record<string, unknown> | null {
  const row = parseRow(table, raw, context, stored);
  return typeof row === 'string' ? null : row;
}

/** Whether a row has the same content as the stored row, apart from the revision. */
export const isSameRow = (row: Record<string, unknown>, stored: AnyRow | null): boolean =>
  stored !== null && jsonEqual({ ...row, rev: 0 }, { ...stored, rev: 0 });
