import { sql } from 'kysely';
import { entityNames, type EntityName } from '../../contract/entities/stores.ts';
import { entitledEntities } from '../features/subscription/entitlement.ts';
import type { RowsContext } from '../handlers.ts';
import { rowSources } from './rows.ts';

/** Entities that have changes, and 'gone' if the caller has lost access to records. */
export type ChangedTables = ReadonlySet<EntityName | 'gone'>;

/**
 * Returns the entities that have any row in the scope with a rev above `after`, so that a pull can skip the others.
 * Takes a single query, which uses the index (scope, rev) of each table. It does not check access; the query of each
 * entity does.
 */
export async function tablesChangedSince({ tx, caller }: RowsContext, after: number): Promise<ChangedTables> {
  const { scope, user_id } = caller;
  const entities = entityNames.map((name) => {
    const table = sql.table(rowSources[name].storage.table);
    return sql`select ${sql.lit(name)} as c where exists (select 1 from ${table} where scope = ${scope} and rev > ${after})`;
  });
  const revocationQuery = sql`select 'gone' as c where exists (
    select 1 from access_revocations where scope = ${scope} and user_id = ${user_id} and rev > ${after})`;
  const result = await sql<{
    c: EntityName | 'gone';
  }>`${sql.join([...entities, revocationQuery], sql` union all `)}`.execute(tx);
  const isEntitlementChanged = (caller.user.entitled_rev ?? 0) > after;
  return new Set([...result.rows.map((row) => row.c), ...(isEntitlementChanged ? entitledEntities : [])]);
}
