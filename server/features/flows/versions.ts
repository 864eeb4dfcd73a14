import { sql } from 'kysely';
import type { CallReply } from '../../../contract/api-calls/index.ts';
import type { Flow } from '../../../contract/entities/flow.ts';
import type { LandingBlock } from '../../../contract/entities/landing-block.ts';
import { Refused } from '../../../contract/errors.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext, RowsContext } from '../../handlers.ts';
import { isSameValue, nextFieldRevs } from '../../sync/merge.ts';
import {
  insertBlock,
  lockBlocksOf,
  markBlocksDeleted,
  propsOf,
  updateBlock,
  type LockedBlock,
} from './block-repository.ts';
import { checkNotArchived, lockFlowOrThrow } from './flow-writes.ts';

/** Returns the stored versions of a flow, newest first. */
export function versionsOf({ tx, caller }: RowsContext, flow_id: string): Promise<CallReply<'flows.versions'>> {
  return tx
    .selectFrom('landing_versions')
    .select(['number', 'title', 'published_at', sql<number>`jsonb_array_length(blocks)`.as('blocks')])
    .where('scope', '=', caller.scope)
    .where('flow_id', '=', flow_id)
    .orderBy('number', 'desc')
    .execute();
}

async function blocksOfVersion({ tx, caller }: RowsContext, flow_id: string, number: number): Promise<LandingBlock[]> {
  const row = await tx
    .selectFrom('landing_versions')
    .select('blocks')
    .where('scope', '=', caller.scope)
    .where('flow_id', '=', flow_id)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row) throw new Refused('not_found');
  return row.blocks;
}

/** Overwrites a block of the draft with the block of a version, and restores the block if it was deleted. */
async function restoreBlock(
  context: HandlerContext,
  { block, field_revs, deleted_at }: LockedBlock,
  versionBlock: LandingBlock,
  rev: number,
): Promise<void> {
  const { position, hidden } = versionBlock;
  const fields = { ...propsOf(versionBlock), position, hidden };
  const changed = Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !isSameValue(Reflect.get(block, name), value)),
  );
  if (deleted_at === null && Object.keys(changed).length === 0) return;
  const row = { ...block, ...changed, rev, updated_at: context.received_at };
  await updateBlock(context, row, nextFieldRevs(field_revs, changed, rev));
}

/**
 * Replaces the draft of a flow with the blocks of a version. The changed fields get a new rev, as with any edit, so
 * that edits from other devices are merged with them. Returns the flow. Throws `flow_state`, `record_deleted` or
 * `not_found`.
 */
export async function restoreVersion(context: HandlerContext, id: string, number: number): Promise<Flow> {
  const { received_at, caller } = context;
  const { flow } = await lockFlowOrThrow(context, id);
  checkNotArchived(flow);
  const versionBlocks = await blocksOfVersion(context, id, number);
  const stored = await lockBlocksOf(context, id);
  await countDailyWrite(context, 'landing_changes');
  const rev = await context.nextRev();
  const byId = new Map(versionBlocks.map((block) => [block.id, block]));
  for (const row of stored) {
    const block = byId.get(row.block.id);
    if (block) await restoreBlock(context, row, block, rev);
  }
  const extraBlocks = stored.filter(({ block, deleted_at }) => deleted_at === null && !byId.has(block.id));
  const extraIds = extraBlocks.map(({ block }) => block.id);
  await markBlocksDeleted(context, extraIds, rev, received_at);
  // The clean-up may have deleted the tombstones of blocks that were deleted long ago, so insert these blocks again.
  const known = new Set(stored.map(({ block }) => block.id));
  for (const block of versionBlocks)
    if (!known.has(block.id)) await insertBlock(context, { ...block, rev, updated_at: received_at });
  context.poke([caller.user_id]);
  return flow;
}
