import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0054_hash_partitions';

interface HashedTable {
  table: string;
  /** The column by which the rows are distributed. It is the part of the primary key that the device creates. */
  column: string;
  key: string;
  indexes: readonly string[];
}

// Pushes lock these tables in this order, so the migration does too, to avoid deadlocks with servers that are running.
const tables: readonly HashedTable[] = [
  {
    table: 'sync_ops',
    column: 'op_id',
    key: 'scope, user_id, op_id',
    indexes: [
      `create index sync_ops_device on sync_ops (scope, user_id, device_id, rev)`,
      `create index sync_ops_age on sync_ops (scope, received_at)`,
      `create index sync_ops_rev on sync_ops (scope, rev)`,
    ],
  },
  {
    table: 'interactions',
    column: 'id',
    key: 'scope, id',
    indexes: [
      `create index interactions_rev on interactions (scope, rev)`,
      `create index interactions_contact on interactions (scope, contact_id, at)`,
      `create index interactions_author on interactions (scope, author_id, id)`,
      `create index interactions_person on interactions (scope, user_id, at) where user_id is not null`,
    ],
  },
];

const PARTITIONS = 4;

async function partitionByHash(tx: Tx, { table, column, key, indexes }: HashedTable): Promise<void> {
  const former = `${table}_former`;
  await sql`alter table ${sql.table(table)} rename to ${sql.table(former)}`.execute(tx);
  await sql`create table ${sql.table(table)} (like ${sql.table(former)} including defaults)
    partition by hash (${sql.ref(column)})`.execute(tx);
  for (let number = 0; number < PARTITIONS; number += 1)
    await sql`create table ${sql.table(`${table}_${number}`)} partition of ${sql.table(table)}
      for values with (modulus ${sql.lit(PARTITIONS)}, remainder ${sql.lit(number)})`.execute(tx);
  await sql`insert into ${sql.table(table)} select * from ${sql.table(former)}`.execute(tx);
  await sql`drop table ${sql.table(former)}`.execute(tx);
  // Create the indexes after the rows were copied, because this is faster, and after the former table was dropped, because
  // its indexes had the same names.
  await sql`alter table ${sql.table(table)} add primary key (${sql.raw(key)})`.execute(tx);
  for (const index of indexes) await sql.raw(index).execute(tx);
}

/**
 * Partitions the stored outcomes of ops and the interactions by a hash of the id that the device created. The id alone
 * must decide whether a record or an outcome exists. If they were partitioned by month, the same id could be stored
 * again in another month.
 */
export async function up(tx: Tx): Promise<void> {
  for (const hashed of tables) await partitionByHash(tx, hashed);
}
