import type { RowOf } from '../../../contract/entities/index.ts';
import type { EntityName } from '../../../contract/entities/stores.ts';
import type { PhoneDb } from '../schema/db.ts';

/** Rows per read, so that fifty thousand contacts are never in memory at once. */
const PAGE = 500;

/** Reads all rows of an entity page by page, in the order of their ids. Packed rows are read too. */
export async function* rowPages<E extends EntityName>(db: PhoneDb, name: E): AsyncGenerator<RowOf<E>[]> {
  const table = db.table<RowOf<E> & { id: string }, string>(name);
  for (let after = ''; ;) {
    const rows = await table.where('id').above(after).limit(PAGE).toArray();
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.id;
  }
}
