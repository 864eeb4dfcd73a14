import { sql } from 'kysely';
import type { Flow } from '../../../contract/entities/flow.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { RowChange, RowsContext } from '../../handlers.ts';
import { rowChange } from '../../sync/row-change.ts';

const columns = [
  ...(['f.id', 'f.rev', 'f.owner_id', 'f.title', 'f.unique_name', 'f.taken_name', 'f.lang', 'f.description'] as const),
  ...(['f.cover', 'f.state', 'f.published_at', 'f.created_at', 'f.updated_at', 'v.blocks as published'] as const),
] as const;

/** Selects the caller's own flows with their published version, including deleted flows. */
function ownFlows({ tx, caller }: RowsContext) {
  return tx
    .selectFrom('flows as f')
    .leftJoin('landing_versions as v', (join) =>
      join
        .onRef('v.scope', '=', 'f.scope')
        .onRef('v.flow_id', '=', 'f.id')
        .onRef('v.number', '=', 'f.version')
        .on('f.deleted_at', 'is', null),
    )
    .where('f.scope', '=', caller.scope)
    .where('f.owner_id', '=', caller.user_id);
}

const notDeleted = (context: RowsContext) => ownFlows(context).where('f.deleted_at', 'is', null);

export async function readChangedFlows(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'flows'>[]> {
  const rows = await ownFlows(context)
    .select([...columns, 'f.deleted_at'])
    .$call(inRevRange('f.rev', 'f.id', { after, upTo, limit }))
    .execute();
  return rows.map((row) => rowChange(row));
}

export function readFlowPage(context: RowsContext, after: string | null, limit: number): Promise<Flow[]> {
  const query = notDeleted(context).select(columns).orderBy('f.id').limit(limit);
  return (after === null ? query : query.where('f.id', '>', after)).execute();
}

export async function countFlows(context: RowsContext): Promise<number> {
  const query = notDeleted(context).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function flowById(context: RowsContext, id: string): Promise<Flow | null> {
  return (await notDeleted(context).select(columns).where('f.id', '=', id).executeTakeFirst()) ?? null;
}

/** Returns the caller's flows, newest first. */
export const allFlows = (context: RowsContext): Promise<Flow[]> =>
  notDeleted(context).select(columns).orderBy('f.created_at', 'desc').orderBy('f.id', 'desc').execute();

/** A stored flow, with the columns that are not part of its row in the contract. */
export interface StoredFlow {
  flow: Flow;
  field_revs: Record<string, number>;
  /** Number of the published version; null if none is published. */
  version: number | null;
  deleted_at: string | null;
  deleted_by: string | null;
}

const selectStored = (context: RowsContext, id: string) =>
  ownFlows(context)
    .select([...columns, 'f.version', 'f.field_revs', 'f.deleted_at', 'f.deleted_by'])
    .where('f.id', '=', id);

const storedOf = ({
  field_revs,
  version,
  deleted_at,
  deleted_by,
  ...flow
}: Flow & Omit<StoredFlow, 'flow'>): StoredFlow => ({
  flow,
  field_revs,
  version,
  deleted_at,
  deleted_by,
});

/** Returns one of the caller's own flows, deleted or not, without a lock. */
export async function findFlow(context: RowsContext, id: string): Promise<StoredFlow | undefined> {
  const row = await selectStored(context, id).executeTakeFirst();
  return row && storedOf(row);
}

/**
 * Locks one of the caller's own flows, deleted or not; returns undefined if it is missing or belongs to another user.
 * Always lock a flow before its blocks.
 */
export async function lockFlow(context: RowsContext, id: string): Promise<StoredFlow | undefined> {
  const row = await selectStored(context, id).forUpdate('f').executeTakeFirst();
  return row && storedOf(row);
}

/** Inserts a flow with empty figures. Returns false if its id is already used. */
export async function insertFlow({ tx, caller }: RowsContext, flow: Flow): Promise<boolean> {
  const { cover, published: _, ...fields } = flow;
  const { scope } = caller;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('flows')
    .values({
      ...fields,
      cover: cover && JSON.stringify(cover),
      version: null,
      scope,
      field_revs: '{}',
      deleted_at: null,
      deleted_by: null,
    })
    .onConflict((conflict) => conflict.columns(['scope', 'id']).doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) return false;
  await tx.insertInto('flow_stats').values({ scope, id: flow.id, owner_id: flow.owner_id, rev: flow.rev }).execute();
  return true;
}

/** Writes a locked flow. `version` is the number of its published version. */
export async function updateFlow(
  { tx, caller }: RowsContext,
  flow: Flow,
  field_revs: Record<string, number>,
  version: number | null,
): Promise<void> {
  const { id, rev, title, unique_name, taken_name, lang, description, cover, state, published_at, updated_at } = flow;
  await tx
    .updateTable('flows')
    .set({ rev, title, unique_name, taken_name, lang, description, state, published_at, updated_at, version })
    .set({ cover: cover && JSON.stringify(cover), field_revs: JSON.stringify(field_revs) })
    .where('scope', '=', caller.scope)
    .where('id', '=', id)
    .execute();
}

/**
 * Whether another flow has this address. A flow is renamed only while its transaction has locked the counter of the
 * scope, so the result does not change between `nextRev` and the end of the transaction.
 */
export async function isNameTaken(
  { tx, caller }: RowsContext,
  name: string,
  exceptId: string | null,
): Promise<boolean> {
  const query = tx.selectFrom('flows').select('id').where('scope', '=', caller.scope).where('unique_name', '=', name);
  const row = await (exceptId === null ? query : query.where('id', '<>', exceptId)).executeTakeFirst();
  return row !== undefined;
}

type FlowTable = 'landing_versions' | 'landing_files' | 'landing_days';

/** Deletes the versions, images and figures of flows. Returns the ids of the flows that had a version. */
export async function deleteFlowContents(
  { tx, scope }: { tx: RowsContext['tx']; scope: string },
  flow_ids: readonly string[],
): Promise<string[]> {
  if (flow_ids.length === 0) return [];
  const dropFrom = (table: FlowTable) =>
    tx.deleteFrom(table).where('scope', '=', scope).where('flow_id', 'in', flow_ids).returning('flow_id').execute();
  const versions = await dropFrom('landing_versions');
  await dropFrom('landing_files');
  await dropFrom('landing_days');
  return [...new Set(versions.map(({ flow_id }) => flow_id))];
}

/**
 * Deletes a flow with its blocks and figures, all with one rev. If the flow was ever published, its address is recorded
 * until another flow takes the address.
 */
export async function dropFlow(context: RowsContext, flow: Flow, rev: number, at: string): Promise<void> {
  const { tx, caller } = context;
  const { scope, user_id } = caller;
  const tombstone = { rev, deleted_at: at, deleted_by: user_id, updated_at: at };
  const published = await deleteFlowContents({ tx, scope }, [flow.id]);
  const former_name = published.length > 0 ? flow.unique_name : null;
  await tx
    .updateTable('flows')
    .set({ ...tombstone, unique_name: null, former_name, version: null })
    .where('scope', '=', scope)
    .where('id', '=', flow.id)
    .execute();
  await tx
    .updateTable('landing_blocks')
    .set(tombstone)
    .where('scope', '=', scope)
    .where('flow_id', '=', flow.id)
    .where('deleted_at', 'is', null)
    .execute();
  await tx
    .updateTable('flow_stats')
    .set({ rev, deleted_at: at })
    .where('scope', '=', scope)
    .where('id', '=', flow.id)
    .execute();
}
