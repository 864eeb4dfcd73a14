import { sql, type Selectable } from 'kysely';
import type { LandingBlock } from '../../../contract/entities/landing-block.ts';
import type { AnyProps } from '../../../contract/landing/props.ts';
import type { LandingTables } from '../../db/landing-tables.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { RowChange, RowsContext } from '../../handlers.ts';

const columns = [
  ...(['b.id', 'b.rev', 'b.flow_id', 'b.type', 'b.position', 'b.hidden', 'b.props'] as const),
  ...(['b.created_at', 'b.updated_at'] as const),
] as const;

type BlockColumns = 'id' | 'rev' | 'flow_id' | 'type' | 'position' | 'hidden' | 'props' | 'created_at' | 'updated_at';

type StoredBlock = Pick<Selectable<LandingTables['landing_blocks']>, BlockColumns>;

/** Converts a stored block to the row of the contract: its props become fields of the row. */
const blockOf = ({ props, ...row }: StoredBlock): LandingBlock => ({
  ...row,
  ...props,
});

/** Returns the props of a block. */
export function propsOf(block: LandingBlock): AnyProps {
  const { id: _, rev: _rev, flow_id: _flow, type: _type, position: _position, hidden: _hidden, ...rest } = block;
  const { created_at: _created, updated_at: _updated, ...props } = rest;
  return props;
}

/** Selects the blocks of the caller's own flows, including deleted ones. */
function ownBlocks({ tx, caller }: RowsContext) {
  return tx
    .selectFrom('landing_blocks as b')
    .where('b.scope', '=', caller.scope)
    .where('b.owner_id', '=', caller.user_id);
}

const notDeleted = (context: RowsContext) => ownBlocks(context).where('b.deleted_at', 'is', null);

export async function readChangedBlocks(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'landing_blocks'>[]> {
  const rows = await ownBlocks(context)
    .select([...columns, 'b.deleted_at'])
    .$call(inRevRange('b.rev', 'b.id', { after, upTo, limit }))
    .execute();
  return rows.map(({ deleted_at, ...row }) =>
    deleted_at === null
      ? { op: 'put', id: row.id, rev: row.rev, row: blockOf(row) }
      : { op: 'del', id: row.id, rev: row.rev },
  );
}

export async function readBlockPage(
  context: RowsContext,
  after: string | null,
  limit: number,
): Promise<LandingBlock[]> {
  const query = notDeleted(context).select(columns).orderBy('b.id').limit(limit);
  return (await (after === null ? query : query.where('b.id', '>', after)).execute()).map(blockOf);
}

export async function countBlocks(context: RowsContext): Promise<number> {
  const query = notDeleted(context).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function blockById(context: RowsContext, id: string): Promise<LandingBlock | null> {
  const row = await notDeleted(context).select(columns).where('b.id', '=', id).executeTakeFirst();
  return row ? blockOf(row) : null;
}

/** Returns the blocks of one of the caller's own flows in display order. */
export async function blocksOf(context: RowsContext, flow_id: string): Promise<LandingBlock[]> {
  const query = notDeleted(context).select(columns).where('b.flow_id', '=', flow_id);
  return (await query.orderBy('b.position').orderBy('b.id').execute()).map(blockOf);
}

/** Returns the flow of one of the caller's own blocks, deleted or not; undefined if there is none. */
export async function flowIdOfBlock(context: RowsContext, id: string): Promise<string | undefined> {
  return (await ownBlocks(context).select('b.flow_id').where('b.id', '=', id).executeTakeFirst())?.flow_id;
}

export interface LockedBlock {
  block: LandingBlock;
  field_revs: Record<string, number>;
  deleted_at: string | null;
  deleted_by: string | null;
}

const selectLocked = (context: RowsContext) =>
  ownBlocks(context)
    .select([...columns, 'b.field_revs', 'b.deleted_at', 'b.deleted_by'])
    .forUpdate();

const toLockedBlock = ({
  field_revs,
  deleted_at,
  deleted_by,
  ...block
}: Omit<LockedBlock, 'block'> & StoredBlock): LockedBlock => ({
  block: blockOf(block),
  field_revs,
  deleted_at,
  deleted_by,
});

/**
 * Locks one of the caller's own blocks, deleted or not; returns undefined if there is none. The flow must already be
 * locked.
 */
export async function lockBlock(context: RowsContext, id: string): Promise<LockedBlock | undefined> {
  const row = await selectLocked(context).where('b.id', '=', id).executeTakeFirst();
  return row && toLockedBlock(row);
}

/** Locks all blocks of a flow in id order, deleted ones included. The flow must already be locked. */
export async function lockBlocksOf(context: RowsContext, flow_id: string): Promise<LockedBlock[]> {
  return (await selectLocked(context).where('b.flow_id', '=', flow_id).orderBy('b.id').execute()).map(toLockedBlock);
}

function columnsOf(block: LandingBlock) {
  const { id, rev, flow_id, type, position, hidden, created_at, updated_at } = block;
  const props = JSON.stringify(propsOf(block));
  return { id, rev, flow_id, type, position, hidden, created_at, updated_at, props };
}

/** Inserts a block into a flow that belongs to the caller. Returns false if the id of the block is already used. */
export async function insertBlock({ tx, caller }: RowsContext, block: LandingBlock): Promise<boolean> {
  const { scope, user_id: owner_id } = caller;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('landing_blocks')
    .values({ ...columnsOf(block), owner_id, scope, field_revs: '{}', deleted_at: null, deleted_by: null })
    .onConflict((conflict) => conflict.columns(['scope', 'id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Writes a locked block, and restores it if it was deleted. */
export async function updateBlock(
  { tx, caller }: RowsContext,
  block: LandingBlock,
  field_revs: Record<string, number>,
): Promise<void> {
  await tx
    .updateTable('landing_blocks')
    .set({ ...columnsOf(block), field_revs: JSON.stringify(field_revs), deleted_at: null, deleted_by: null })
    .where('scope', '=', caller.scope)
    .where('id', '=', block.id)
    .execute();
}

export async function markBlocksDeleted(
  { tx, caller }: RowsContext,
  ids: readonly string[],
  rev: number,
  at: string,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('landing_blocks')
    .set({ rev, deleted_at: at, deleted_by: caller.user_id, updated_at: at })
    .where('scope', '=', caller.scope)
    .where('id', 'in', ids)
    .execute();
}
