import { sql } from 'kysely';
import { entityNames } from '../../contract/entities/stores.ts';
import { jsonEqual } from '../../contract/json-equal.ts';
import type { Db } from '../../server/db/tables.ts';
import type { Receipt } from '../../src/db/outbox/entry.ts';
import type { AnyRow } from '../../src/db/outbox/view.ts';
import type { SyncClient } from '../../workers/sync/sync-client.ts';
import { openDevice, type Phone } from './phones.ts';
import type { Prober } from './prober.ts';
import type { CreatedTable } from './writer.ts';

/** The column that contains the unique text of a created row. */
const textColumns: Record<CreatedTable, string> = {
  contacts: 'first_name',
  comments: 'text',
  interactions: 'note',
  tasks: 'title',
};

/** An organisation and the database with its data. */
interface Organisation {
  db: Db;
  scope: string;
}

/** Checks that every created row is stored once: one row with its id, and one with its text. */
export async function checkCreated(
  { db, scope }: Organisation,
  table: CreatedTable,
  created: ReadonlyMap<string, string>,
): Promise<string[]> {
  const column = sql.ref(textColumns[table]);
  const { rows } = await sql<{ id: string; text: string }>`select id, ${column} as text from ${sql.table(table)}
    where scope = ${scope}`.execute(db);
  const counts = new Map<string, number>();
  for (const { text } of rows) counts.set(text, (counts.get(text) ?? 0) + 1);
  const stored = new Map(rows.map(({ id, text }) => [id, text]));
  return [...created].flatMap(([id, text]) => [
    ...(stored.get(id) === text ? [] : [`${table} ${id} (${text}) is lost`]),
    ...((counts.get(text) ?? 0) > 1 ? [`${table}: "${text}" is stored ${counts.get(text)} times`] : []),
  ]);
}

/** Checks that each changed row has the value that was written last. */
export async function checkLastValues(
  { db, scope }: Organisation,
  [table, column]: ['contacts', 'notes'] | ['tasks', 'place'],
  last: ReadonlyMap<string, string>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; value: string }>`select id, ${sql.ref(column)} as value
    from ${sql.table(table)} where scope = ${scope}`.execute(db);
  const stored = new Map(rows.map(({ id, value }) => [id, value]));
  return [...last]
    .filter(([id, value]) => stored.get(id) !== value)
    .map(([id, value]) => `${table} ${id} says "${stored.get(id)}", not "${value}"`);
}

/** Checks that the server has stored the outcome of each acknowledged write exactly once. */
export async function checkOutcomes({ db, scope }: Organisation, acknowledged: readonly string[]): Promise<string[]> {
  const ops = await db.selectFrom('sync_ops').select(['op_id', 'status']).where('scope', '=', scope).execute();
  const counts = new Map<string, number>();
  for (const { op_id, status } of ops) if (status === 200) counts.set(op_id, (counts.get(op_id) ?? 0) + 1);
  return acknowledged
    .filter((op_id) => counts.get(op_id) !== 1)
    .map((op_id) => `write ${op_id} has ${counts.get(op_id) ?? 0} outcomes`);
}

/** Checks that every write that was saved on a phone has a receipt, of its own or of the write it was merged into. */
export function checkReceipts(
  saved: readonly string[],
  receipts: readonly Pick<Receipt, 'op_id' | 'absorbed'>[],
): string[] {
  const known = new Set(receipts.flatMap(({ op_id, absorbed = [] }) => [op_id, ...absorbed]));
  return saved.filter((op_id) => !known.has(op_id)).map((op_id) => `write ${op_id} has no receipt`);
}

type Rows = ReadonlyMap<string, AnyRow>;

async function rowsOf({ db }: SyncClient): Promise<Rows> {
  const rows = new Map<string, AnyRow>();
  for (const entity of entityNames)
    for (const row of await db.table<AnyRow>(entity).toArray()) rows.set(`${entity} ${row.id}`, row);
  return rows;
}

/** Returns the rows that differ between a phone and a new device of the same person that has fetched everything. */
export const differingRows = (phone: Rows, newDevice: Rows): string[] =>
  [...new Set([...phone.keys(), ...newDevice.keys()])]
    .filter((key) => !jsonEqual(phone.get(key) ?? null, newDevice.get(key) ?? null))
    .map((key) => `${key}\n  phone  ${JSON.stringify(phone.get(key))}\n  server ${JSON.stringify(newDevice.get(key))}`);

/** Checks that each phone has the rows of the server. */
export async function checkMirrors(phones: readonly Phone[], url: string): Promise<string[]> {
  const found: string[] = [];
  for (const phone of phones) {
    const newDevice = await openDevice(url, phone.person);
    await newDevice.runCycle();
    found.push(...differingRows(await rowsOf(phone.client), await rowsOf(newDevice)));
    await newDevice.close();
  }
  return found;
}

export interface StoredCheck {
  /** Number of writes that the server has acknowledged. */
  acknowledged: number;
  violations: string[];
}

/** Checks the stored effects of all writes. The phones must have sent everything. */
export async function checkStored(
  stored: Organisation,
  { phones, probers }: { phones: readonly Phone[]; probers: readonly Prober[] },
): Promise<StoredCheck> {
  const violations: string[] = [];
  const acknowledged: string[] = [];
  for (const prober of probers) {
    violations.push(...(await checkCreated(stored, 'contacts', prober.created)));
    acknowledged.push(...prober.acknowledged);
  }
  for (const phone of phones) {
    const { writer } = phone;
    const receipts = await phone.receipts();
    acknowledged.push(...receipts.map(({ op_id }) => op_id));
    violations.push(...checkReceipts(writer.saved, receipts));
    for (const table of Object.keys(textColumns) as CreatedTable[])
      violations.push(...(await checkCreated(stored, table, writer.created[table])));
    violations.push(...(await checkLastValues(stored, ['contacts', 'notes'], writer.notes)));
    violations.push(...(await checkLastValues(stored, ['tasks', 'place'], writer.places)));
  }
  violations.push(...(await checkOutcomes(stored, acknowledged)));
  return { acknowledged: acknowledged.length, violations };
}
