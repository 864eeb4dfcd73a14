import { sql } from 'kysely';
import type { Package } from '../../../contract/entities/package.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { RowChange, RowsContext } from '../../handlers.ts';
import { rowChange } from '../../sync/row-change.ts';

const columns = ['id', 'rev', 'title', 'features', 'prices', 'popular', 'position'] as const;

const packagesOf = ({ tx, caller }: RowsContext) => tx.selectFrom('packages').where('scope', '=', caller.scope);

const notDeleted = (context: RowsContext) => packagesOf(context).where('deleted_at', 'is', null);

export async function readChangedPackages(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'packages'>[]> {
  const rows = await packagesOf(context)
    .select([...columns, 'deleted_at'])
    .$call(inRevRange('rev', 'id', { after, upTo, limit }))
    .execute();
  return rows.map((row) => rowChange(row));
}

export function readPackagePage(context: RowsContext, after: string | null, limit: number): Promise<Package[]> {
  const query = notDeleted(context).select(columns).orderBy('id').limit(limit);
  return (after === null ? query : query.where('id', '>', after)).execute();
}

export async function countPackages(context: RowsContext): Promise<number> {
  const query = notDeleted(context).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function packageById(context: RowsContext, id: string): Promise<Package | null> {
  return (await notDeleted(context).select(columns).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Returns all packages that can be bought, in display order. */
export function allPackages(context: RowsContext): Promise<Package[]> {
  return notDeleted(context).select(columns).orderBy('position').orderBy('id').execute();
}
