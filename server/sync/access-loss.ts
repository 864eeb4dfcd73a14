import { sql } from 'kysely';
import { entities } from '../../contract/entities/index.ts';
import type { Entity } from '../../contract/entities/define.ts';
import type { EntityName } from '../../contract/entities/stores.ts';
import { Refused } from '../../contract/errors.ts';
import type { Tx } from '../db/tables.ts';
import type { HandlerContext, RowsContext } from '../handlers.ts';

/** Maximum number of rows per statement, because PostgreSQL allows at most 65535 parameters. */
const BATCH_ROWS = 1_000;

/**
 * Records that a user has lost access to the given records, with the rev of this transaction, and pokes the user's
 * devices. Call it in the transaction that removes the access, after locking the rows. Gaining access need not be
 * recorded: the row and its children then get a new rev, so that the next pull contains them.
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

/** Whether the user once had access to the record and has lost it. */
export async function hasLostAccess(
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
 * Whether the caller had access to the parent record before and has lost it. The id of the parent is taken from the
 * args of the write or, if they do not contain it, from the stored row. A single query reads the row and the
 * revocation, so that the response time does not reveal whether another user's record exists.
 */
async function isParentLost(
  { tx, caller }: RowsContext,
  { entity, id, args }: NamedWrite,
  parent: { entity: EntityName; key: string },
): Promise<boolean> {
  const named: unknown = typeof args === 'object' && args !== null ? Reflect.get(args, parent.key) : null;
  const parentId =
    typeof named === 'string'
      ? sql`${named}`
      : sql`(select ${sql.ref(parent.key)} from ${sql.table(entity)} where scope = ${caller.scope} and id = ${id})`;
  const { rows } = await sql`select 1 from access_revocations x where x.scope = ${caller.scope}
    and x.user_id = ${caller.user_id} and x.entity = ${parent.entity} and x.entity_id = ${parentId} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/**
 * Whether the caller has lost access to the record that a write changes; losing access to a record includes losing
 * access to its children.
 */
async function isLost(context: RowsContext, write: NamedWrite): Promise<boolean> {
  const { tx, caller } = context;
  if (await hasLostAccess(tx, caller.scope, caller.user_id, write.entity, write.id)) return true;
  for (const parent of parentsOf(write.entity)) if (await isParentLost(context, write, parent)) return true;
  return false;
}

/**
 * Runs a write. If it throws `not_found` but the caller had access to the record before, throws `access_lost` instead.
 */
export async function withAccessLoss<T>(context: RowsContext, write: NamedWrite, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'not_found') throw error;
    throw (await isLost(context, write)) ? new Refused('access_lost', error.fields) : error;
  }
}
