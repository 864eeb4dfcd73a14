import { sql } from 'kysely';
import { entities } from '../../contract/entities/index.ts';
import type { Entity } from '../../contract/entities/define.ts';
import type { EntityName } from '../../contract/entities/stores.ts';
import { Refused } from '../../contract/errors.ts';
import type { Tx } from '../db/tables.ts';
import type { HandlerContext, RowsContext } from '../handlers.ts';

/** Rows per statement: PostgreSQL allows 65535 parameters. */
const BATCH_ROWS = 1_000;

/**
 * Records, with this transaction's rev, that a user has lost access to these records, and pokes the user's devices. Call
 * it in the transaction that removes the access, after locking the rows. Gaining access needs no record: it raises the
 * rev of the row and of its children.
 */
export async function revokeAccess(
  context: Pick<HandlerContext, 'tx' | 'scope' | 'nextRev' | 'poke'>,
  user_id: string,
  entity: EntityName,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { tx, scope } = context;
  const rev = await context.nextRev();
  for (let from = 0; from < ids.length; from += BATCH_ROWS) {
    const part = ids.slice(from, from + BATCH_ROWS);
    await tx
      .insertInto('access_revocations')
      .values(part.map((entity_id) => ({ scope, user_id, entity, entity_id, rev })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  context.poke([user_id]);
}

/** Returns true if the user had access to the record and has lost it. */
export async function hadAccess(
  tx: Tx,
  scope: string,
  user_id: string,
  entity: EntityName,
  id: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('access_revocations')
    .select('rev')
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .where('entity', '=', entity)
    .where('entity_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface NamedWrite {
  entity: EntityName;
  id: string;
  args: unknown;
}

const parentsOf = (entity: EntityName) =>
  ((entities[entity] as Entity).parents ?? []) as readonly { entity: EntityName; key: string }[];

/**
 * Returns true if the caller had the parent and has lost it. The parent is named by the write's args, otherwise by the
 * stored row; one query finds both, so that a foreign record costs the work of a missing one.
 */
async function isParentLost(
  { tx, caller }: RowsContext,
  { entity, id, args }: NamedWrite,
  above: { entity: EntityName; key: string },
): Promise<boolean> {
  const named: unknown = typeof args === 'object' && args !== null ? Reflect.get(args, above.key) : null;
  const parent =
    typeof named === 'string'
      ? sql`${named}`
      : sql`(select ${sql.ref(above.key)} from ${sql.table(entity)} where scope = ${caller.scope} and id = ${id})`;
  const { rows } = await sql`select 1 from access_revocations x where x.scope = ${caller.scope}
    and x.user_id = ${caller.user_id} and x.entity = ${above.entity} and x.entity_id = ${parent} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Losing a record includes losing its children. */
async function isLost(context: RowsContext, write: NamedWrite): Promise<boolean> {
  const { tx, caller } = context;
  if (await hadAccess(tx, caller.scope, caller.user_id, write.entity, write.id)) return true;
  for (const above of parentsOf(write.entity)) if (await isParentLost(context, write, above)) return true;
  return false;
}

/** Runs a write; replaces `not_found` by `access_lost` if the caller once had access to the record. */
export async function withAccessLoss<T>(context: RowsContext, write: NamedWrite, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'not_found') throw error;
    throw (await isLost(context, write)) ? new Refused('access_lost', error.fields) : error;
  }
}
