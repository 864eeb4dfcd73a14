import type { FlowStats } from '../../../contract/entities/flow-stats.ts';
import type { Flow } from '../../../contract/entities/flow.ts';
import type { LandingBlock } from '../../../contract/entities/landing-block.ts';
import { MAX_BLOCKS, MAX_FLOWS_SUBSCRIBED } from '../../../contract/landing/values.ts';
import type { Entry } from '../outbox/entry.ts';
import type { PhoneDb } from '../schema/db.ts';

/** Maximum number of rows that are read; higher than the hundred flows that a member can have. */
const MAX_ROWS = 200;
const MAX_BLOCK_ROWS = MAX_FLOWS_SUBSCRIBED * MAX_BLOCKS;

/** Numbers of views, visitors and leads of landing pages in the last thirty days. */
export interface Figures {
  views: number;
  visitors: number;
  leads: number;
}

/** Sums the figures of all days in the statistics; zeros if there are no statistics. */
export function figuresOf(stats: Pick<FlowStats, 'days'> | undefined): Figures {
  const days = stats?.days ?? [];
  const sum = (name: keyof Figures): number => days.reduce((total, day) => total + day[name], 0);
  return { views: sum('views'), visitors: sum('visitors'), leads: sum('leads') };
}

/** Returns all flows of the user, newest first. */
export async function savedFlows(db: PhoneDb): Promise<Flow[]> {
  return db.flows.orderBy('created_at').reverse().limit(MAX_ROWS).toArray();
}

/** Returns the blocks of a page in their order. Blocks at the same position are ordered by id. */
export async function savedBlocks(db: PhoneDb, flow_id: string): Promise<LandingBlock[]> {
  return db.landing_blocks
    .where('[flow_id+position]')
    .between([flow_id, ''], [flow_id, '\uffff'])
    .limit(MAX_ROWS)
    .toArray();
}

/** Returns the blocks of all pages by flow, those of each page in their order. */
export async function savedBlocksByFlow(db: PhoneDb): Promise<Map<string, LandingBlock[]>> {
  const blocks = await db.landing_blocks.orderBy('[flow_id+position]').limit(MAX_BLOCK_ROWS).toArray();
  return Map.groupBy(blocks, ({ flow_id }) => flow_id);
}

/**
 * Returns the writes that have not reached the server and change blocks of a page. A block that was deleted on this
 * device has no row; its flow is known from the server's copy, or from the write that created it.
 */
export async function savedBlockWrites(db: PhoneDb, flow_id: string): Promise<Entry[]> {
  const entries = await db.outbox
    .where('[entity+entity_id]')
    .between(['landing_blocks', ''], ['landing_blocks', '\uffff'])
    .sortBy('seq');
  const ids = [...new Set(entries.map(({ entity_id }) => entity_id))];
  const [rows, copies] = await Promise.all([
    db.landing_blocks.bulkGet(ids),
    db.base.bulkGet(ids.map((id) => ['landing_blocks', id])),
  ]);
  const isInFlow = (value: unknown): boolean => (value as { flow_id?: string } | null | undefined)?.flow_id === flow_id;
  const own = new Set([
    ...ids.filter((_, index) => isInFlow(rows[index]) || isInFlow(copies[index]?.row)),
    ...entries.flatMap(({ args, entity_id }) => (isInFlow(args) ? [entity_id] : [])),
  ]);
  return entries.filter(({ entity_id }) => own.has(entity_id));
}

/**
 * Returns the number of the user's flows that are not archived, and the sums of their figures; null without such a
 * flow.
 */
export async function savedFlowTotals(db: PhoneDb): Promise<(Figures & { flows: number }) | null> {
  const flows = (await savedFlows(db)).filter(({ state }) => state !== 'archived');
  if (flows.length === 0) return null;
  const stats = await db.flow_stats.bulkGet(flows.map(({ id }) => id));
  const days = stats.flatMap((each) => each?.days ?? []);
  return { ...figuresOf({ days }), flows: flows.length };
}
