import { Dexie, RangeSet, type IndexableType } from 'dexie';
import { entityNames, isPacked, stores, type EntityName } from '../../../contract/entities/stores.ts';
import type { Group } from '../../../contract/entities/define.ts';
import type { PhoneDb } from '../schema/db.ts';
import { rowsOf, type Segment } from '../schema/packed-rows.ts';
import type { AnyRow } from './view.ts';

// See: [Note: Packed rows]

/** Maximum number of characters of a segment: a larger value would be slow to read and write on old phones. */
export const SEGMENT_CHARS = 30_000;

/** The entities of which rows may be packed. */
export const packedEntities = entityNames.filter(isPacked);

/** Returns the entities of a group of which rows may be packed. */
export const packedEntitiesOf = (group: Group): EntityName[] =>
  packedEntities.filter((name) => stores[name].group === group);

const encoder = new TextEncoder();

/** Packs rows, which are sorted by id. A row with more than SEGMENT_CHARS characters gets a segment of its own. */
export function packRows(c: EntityName, rows: readonly AnyRow[]): Segment[] {
  const segments: Segment[] = [];
  let ids: string[] = [];
  let texts: string[] = [];
  let chars = 0;
  const close = (): void => {
    if (ids.length > 0)
      segments.push({ c, first: ids[0]!, last: ids.at(-1)!, rows: encoder.encode(`[${texts.join(',')}]`) });
    [ids, texts, chars] = [[], [], 0];
  };
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (chars + text.length > SEGMENT_CHARS) close();
    ids.push(row.id);
    texts.push(text);
    // The comma, or the brackets, are one more character.
    chars += text.length + 1;
  }
  close();
  return segments;
}

/** Whether an index with several values per row finds this row. Such an index sees no packed rows. */
const isIndexed = (row: AnyRow, names: readonly string[]): boolean =>
  names.some((name) => ((row as { [name: string]: unknown })[name] as readonly unknown[] | undefined)?.length);

/** Sets of changed keys by table or index, as Dexie passes them to live queries. */
type ChangedParts = Record<string, RangeSet>;

/**
 * Adds changed keys of a table, or of one of its indexes, to those that the current transaction reports to the live
 * queries of all tabs and workers when it is committed. Dexie itself sees only that segments have changed.
 */
export function reportChanged(part: string, from: IndexableType, to: IndexableType): void {
  const { db, idbtrans } = Dexie.currentTransaction;
  const reporting = idbtrans as IDBTransaction & { mutatedParts?: ChangedParts };
  reporting.mutatedParts ??= {};
  Dexie.extendObservabilitySet(reporting.mutatedParts, { [`idb://${db.name}/${part}`]: new RangeSet(from, to) });
}

/**
 * Stores new rows, which are sorted by id, as segments, and those that an index must find in the table. Returns the rows
 * that could not be stored like this: those of an entity that is not packed, and rows between those of other segments.
 */
export async function storePacked(db: PhoneDb, c: EntityName, rows: AnyRow[]): Promise<AnyRow[]> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!isPacked(c) || !first || !last) return rows;
  const next = await db.segments.where('[c+last]').between([c, first.id], [c, '\uffff']).first();
  if (next && next.first <= last.id) return rows;
  const table = db.table<AnyRow, string>(c);
  const indexes = table.schema.indexes.flatMap(({ multi, name }) => (multi ? [name] : []));
  const isInIndex = (row: AnyRow): boolean => isIndexed(row, indexes);
  // The segments are stored last, because a write to a row between those of a segment unpacks it.
  await table.bulkPut(rows.filter(isInIndex));
  await db.segments.bulkPut(
    packRows(
      c,
      rows.filter((row) => !isInIndex(row)),
    ),
  );
  reportChanged(`${c}/`, first.id, last.id);
  return [];
}

/**
 * Moves all packed rows of a group into their tables, in the current transaction. A new snapshot of a group must not
 * find segments of an earlier one.
 */
export async function unpackGroup(db: PhoneDb, group: Group): Promise<void> {
  for (const c of packedEntitiesOf(group)) {
    const segments = db.segments.where('[c+last]').between([c, Dexie.minKey], [c, Dexie.maxKey]);
    // Storing the rows takes them out of their segments.
    for (let segment; (segment = await segments.first());) await db.table(c).bulkPut(rowsOf(segment) as AnyRow[]);
  }
}
