import type { EntityRows, Erasure } from '../../handlers.ts';
import { blockById, readBlockPage, readChangedBlocks, countBlocks } from './block-repository.ts';
import { readChangedFlows, countFlows, deleteFlowContents, flowById, readFlowPage } from './flow-repository.ts';
import { readChangedStats, countStats, statsById, readStatsPage } from './stats-repository.ts';

const tombstone = ({ user_id, rev, at }: Erasure) => ({ rev, deleted_at: at, deleted_by: user_id, updated_at: at });

/** Deletes the flows of the user with their versions, images and figures, and the record of their addresses. */
async function eraseFlows(erasure: Erasure): Promise<void> {
  const { tx, scope, user_id } = erasure;
  const names = { unique_name: null, former_name: null, taken_name: null };
  const erased = await tx
    .updateTable('flows')
    .set({
      ...tombstone(erasure),
      ...names,
      title: '',
      description: '',
      cover: null,
      version: null,
      published_at: null,
    })
    .where('scope', '=', scope)
    .where('owner_id', '=', user_id)
    .returning('id')
    .execute();
  await deleteFlowContents(
    { tx, scope },
    erased.map(({ id }) => id),
  );
}

/** Deletes the totals of the user's pages. */
async function eraseStats({ tx, scope, user_id, rev, at }: Erasure): Promise<void> {
  await tx
    .updateTable('flow_stats')
    .set({ rev, deleted_at: at, views: 0, visitors: 0, leads: 0 })
    .where('scope', '=', scope)
    .where('owner_id', '=', user_id)
    .execute();
}

/** Deletes the blocks of the user. */
async function eraseBlocks(erasure: Erasure): Promise<void> {
  await erasure.tx
    .updateTable('landing_blocks')
    .set({ ...tombstone(erasure), props: '{}' })
    .where('scope', '=', erasure.scope)
    .where('owner_id', '=', erasure.user_id)
    .execute();
}

export const flowRows: EntityRows<'flows'> = {
  storage: { table: 'flows', tombstones: true, erase: eraseFlows },
  changed: readChangedFlows,
  page: readFlowPage,
  count: countFlows,
  one: flowById,
};

export const landingBlockRows: EntityRows<'landing_blocks'> = {
  storage: { table: 'landing_blocks', tombstones: true, erase: eraseBlocks },
  changed: readChangedBlocks,
  page: readBlockPage,
  count: countBlocks,
  one: blockById,
};

export const flowStatsRows: EntityRows<'flow_stats'> = {
  storage: { table: 'flow_stats', tombstones: true, erase: eraseStats },
  changed: readChangedStats,
  page: readStatsPage,
  count: countStats,
  one: statsById,
};
