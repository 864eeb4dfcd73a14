import { landingBlocks, type LandingBlock } from '../../../contract/entities/landing-block.ts';
import { Refused } from '../../../contract/errors.ts';
import type { AnyProps } from '../../../contract/landing/props.ts';
import { MAX_BLOCKS } from '../../../contract/landing/values.ts';
import { checkProps, newBlock } from '../../../contract/writes/landing-block.ts';
import { applyPatch } from '../../../contract/writes/define.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext, WriteHandler, WriteInput, WriteOutcome } from '../../handlers.ts';
import { mergeOrConflict, nextFieldRevs } from '../../sync/merge.ts';
import { checkNotDeleted } from '../contacts/check-not-deleted.ts';
import {
  blocksOf,
  flowIdOfBlock,
  insertBlock,
  lockBlock,
  markBlocksDeleted,
  propsOf,
  updateBlock,
  type LockedBlock,
} from './block-repository.ts';
import { lockFlow, type StoredFlow } from './flow-repository.ts';
import { checkNotArchived } from './flow-writes.ts';
import { withUsableImages } from './images.ts';

type NewBlock = WriteInput<'landing_block.add'>['args'];

const outcome = (row: LandingBlock): WriteOutcome => ({ row, rev: row.rev });

/**
 * Locks one of the caller's own flows. A deleted flow cannot be restored, so it counts as missing. Throws `not_found`.
 */
async function lockParentFlow(context: HandlerContext, flow_id: string): Promise<StoredFlow> {
  const row = await lockFlow(context, flow_id);
  if (!row || row.deleted_at !== null) throw new Refused('not_found');
  return row;
}

interface Locked extends LockedBlock {
  parent: StoredFlow;
}

/** Locks the flow of a block and then the block, which may be deleted. Throws `not_found`. */
async function lockBlockAndFlow(context: HandlerContext, id: string): Promise<Locked> {
  const flow_id = await flowIdOfBlock(context, id);
  if (flow_id === undefined) throw new Refused('not_found');
  const parent = await lockParentFlow(context, flow_id);
  const row = await lockBlock(context, id);
  if (!row) throw new Refused('not_found');
  return { ...row, parent };
}

/** Locks a block that can be changed. Throws `not_found`, `record_deleted` or `flow_state`. */
export async function lockEditableBlock(context: HandlerContext, id: string): Promise<Locked> {
  const row = await lockBlockAndFlow(context, id);
  await checkNotDeleted(context, row.block, row);
  checkNotArchived(row.parent.flow, row.block);
  return row;
}

/** Saves the changed fields of a locked block. */
async function saveBlock(
  context: HandlerContext,
  { block, field_revs }: LockedBlock,
  changed: Partial<LandingBlock>,
): Promise<WriteOutcome> {
  await countDailyWrite(context, 'landing_changes');
  const rev = await context.nextRev();
  const row = { ...applyPatch(block, changed), rev, updated_at: context.received_at };
  await updateBlock(context, row, nextFieldRevs(field_revs, changed, rev));
  context.poke([context.caller.user_id]);
  return outcome(row);
}

type Patch = Pick<WriteInput<'landing_block.edit'>, 'id' | 'base' | 'base_rev'> & {
  args: AnyProps & Partial<Pick<LandingBlock, 'position' | 'hidden'>>;
};

/**
 * Edits a block, merging field by field. Throws `conflict`, `invalid`, `blob_missing`, `flow_state`, `record_deleted`
 * or `not_found`.
 */
async function editBlock(context: HandlerContext, { id, args, base, base_rev }: Patch): Promise<WriteOutcome> {
  const row = await lockEditableBlock(context, id);
  const { block, field_revs } = row;
  const { position, hidden, ...props } = args;
  checkProps(block.type, props);
  const place = { ...(position !== undefined && { position }), ...(hidden !== undefined && { hidden }) };
  const patch = { ...(await withUsableImages(context, block.flow_id, props, block)), ...place };
  const changed = await mergeOrConflict(context, block, field_revs, { patch, base, base_rev }, landingBlocks);
  return Object.keys(changed).length === 0 ? outcome(block) : saveBlock(context, row, changed);
}

export const editBlockHandler: WriteHandler<'landing_block.edit'> = editBlock;
export const blockImagesHandler: WriteHandler<'landing_block.images'> = editBlock;
export const moveBlockHandler: WriteHandler<'landing_block.move'> = editBlock;
export const hideBlockHandler: WriteHandler<'landing_block.hide'> = editBlock;

async function checkRoom(context: HandlerContext, flow_id: string): Promise<void> {
  if ((await blocksOf(context, flow_id)).length >= MAX_BLOCKS) throw new Refused('blocks_full');
}

/** Returns a new block with the given fields. Throws `invalid` or `blob_missing`. */
const blockWith = (context: HandlerContext, id: string, args: NewBlock): Promise<LandingBlock> =>
  withUsableImages(context, args.flow_id, newBlock({ ...args, at: context.received_at }, id), null);

async function addBlock(
  context: HandlerContext,
  parent: StoredFlow,
  id: string,
  args: NewBlock,
): Promise<WriteOutcome> {
  checkNotArchived(parent.flow, null);
  await checkRoom(context, args.flow_id);
  const block = await blockWith(context, id, args);
  await countDailyWrite(context, 'landing_changes');
  const row = { ...block, rev: await context.nextRev() };
  if (!(await insertBlock(context, row))) throw new Refused('not_found');
  context.poke([context.caller.user_id]);
  return outcome(row);
}

/**
 * Adds a block to one of the caller's own flows. An existing block is not changed. Throws `blocks_full`, `invalid`,
 * `blob_missing`, `flow_state`, `record_deleted` or `not_found`.
 */
export const addBlockHandler: WriteHandler<'landing_block.add'> = async (context, { id, args }) => {
  const parent = await lockParentFlow(context, args.flow_id);
  const existing = await lockBlock(context, id);
  if (!existing) return addBlock(context, parent, id, args);
  if (existing.block.flow_id !== args.flow_id) throw new Refused('not_found');
  await checkNotDeleted(context, existing.block, existing);
  return outcome(existing.block);
};

/**
 * Restores a deleted block with the given fields, or adds the block if it never existed. An existing block is not
 * changed. Throws the same errors as addBlockHandler except `record_deleted`.
 */
export const restoreBlockHandler: WriteHandler<'landing_block.restore'> = async (context, { id, args }) => {
  const parent = await lockParentFlow(context, args.flow_id);
  const row = await lockBlock(context, id);
  if (!row) return addBlock(context, parent, id, args);
  if (row.block.flow_id !== args.flow_id) throw new Refused('not_found');
  if (row.deleted_at === null) return outcome(row.block);
  if (row.block.type !== args.type) throw new Refused('invalid', { type: 'read_only' });
  checkNotArchived(parent.flow, null);
  await checkRoom(context, args.flow_id);
  const block = await blockWith(context, id, args);
  return saveBlock(context, row, { ...propsOf(block), position: block.position, hidden: block.hidden });
};

/** Deletes a block. Idempotent. Throws `flow_state` or `not_found`. */
export const deleteBlockHandler: WriteHandler<'landing_block.delete'> = async (context, { id }) => {
  const { block, deleted_at, parent } = await lockBlockAndFlow(context, id);
  if (deleted_at !== null) return { row: null, rev: block.rev };
  checkNotArchived(parent.flow, block);
  const rev = await context.nextRev();
  await markBlocksDeleted(context, [id], rev, context.received_at);
  context.poke([context.caller.user_id]);
  return { row: null, rev };
};
