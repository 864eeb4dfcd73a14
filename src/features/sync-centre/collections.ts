import { stores, type EntityName } from '../../../contract/entities/stores.ts';
import type { Group } from '../../../contract/entities/define.ts';
import { isEmployee } from '../../../contract/roles.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { savedMeta } from '../../db/schema/meta.ts';

export type CollectionName = Exclude<EntityName, 'me'>;

/** A table without a rev index is scanned for its newest row only if it has at most this many rows. */
const MAX_READ = 2_000;

export interface Collection {
  name: CollectionName;
  group: Group;
  rows: number;
  /** When the newest row of the collection was changed, ISO; null if unknown. */
  changed_at: string | null;
}

export interface CollectionGroup {
  group: Group;
  /** Whether the first sync of this group is complete. */
  isComplete: boolean;
  collections: Collection[];
}

/** Collections that only employees have. */
const ofEmployees: readonly CollectionName[] = [
  'tasks',
  'staff_tickets',
  'handovers',
  'people',
  'waiting_leads',
  'person_events',
  'employees',
  'saved_views',
];

const names = (Object.keys(stores) as EntityName[]).filter((name): name is CollectionName => name !== 'me');

type Row = Record<string, unknown>;

const timeOf = (row: Row | undefined): string | null => {
  const times = ['updated_at', 'last_read_at', 'edited_at', 'created_at'].map((field) => row?.[field]);
  return times.find((time): time is string => typeof time === 'string') ?? null;
};

async function newestRow(db: PhoneDb, name: CollectionName, rows: number): Promise<Row | undefined> {
  const table = db.table<Row>(name);
  if (table.schema.idxByName['rev']) return table.orderBy('rev').last();
  if (rows > MAX_READ) return undefined;
  const all = await table.toArray();
  return all.reduce<Row | undefined>(
    (newest, row) => (newest && Number(newest['rev']) >= Number(row['rev']) ? newest : row),
    undefined,
  );
}

async function readCollection(db: PhoneDb, name: CollectionName): Promise<Collection> {
  const rows = await db.table(name).count();
  return { name, group: stores[name].group, rows, changed_at: timeOf(await newestRow(db, name, rows)) };
}

/** Returns the synced collections by sync group. */
export async function savedCollections(db: PhoneDb, user_id: string): Promise<CollectionGroup[]> {
  const cursors = (await savedMeta(db, 'cursors')) ?? {};
  const me = await db.me.get(user_id);
  const readableNames = me && isEmployee(me) ? names : names.filter((name) => !ofEmployees.includes(name));
  const all = await Promise.all(readableNames.map((name) => readCollection(db, name)));
  const groups = Map.groupBy(all, ({ group }) => group);
  return [...groups]
    .map(([group, collections]) => ({ group, isComplete: cursors[group] !== undefined, collections }))
    .sort((a, b) => a.group.localeCompare(b.group));
}
