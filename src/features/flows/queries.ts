import type { FlowStats } from '../../../contract/entities/flow-stats.ts';
import type { Flow } from '../../../contract/entities/flow.ts';
import { MAX_FLOWS, MAX_FLOWS_SUBSCRIBED } from '../../../contract/landing/values.ts';
import { savedBadges, type RowBadge } from '../../db/queries/badges.ts';
import { figuresOf, savedBlocksByFlow, savedFlows, type Figures } from '../../db/queries/flows.ts';
import { savedMeta } from '../../db/schema/meta.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import type { BaseUrl } from './page-url.ts';
import { draftChanges } from './publish/changes.ts';

/** A flow with the data that the list shows. */
export interface FlowCard {
  flow: Flow;
  figures: Figures;
  days: FlowStats['days'];
  /** Number of changes in the draft that are not published. */
  changes: number;
  /** Unsent changes of the flow and its blocks. */
  badge: RowBadge | undefined;
}

export interface FlowList {
  cards: FlowCard[];
  /** Maximum number of flows that the user may have. */
  limit: number;
  baseUrl: BaseUrl;
}

/** Combines the unsent changes of a flow and of its blocks into one badge. */
function mergedBadge(...badges: (RowBadge | undefined)[]): RowBadge | undefined {
  const definedBadges = badges.filter((badge) => badge !== undefined);
  const urgent = definedBadges.find(({ state }) => state !== 'queued' && state !== 'sending') ?? definedBadges[0];
  return urgent && { state: urgent.state, entries: definedBadges.flatMap(({ entries }) => entries) };
}

async function savedFlowLimit(db: PhoneDb, user_id: string): Promise<number> {
  const me = await db.me.get(user_id);
  return me?.is_subscribed || me?.is_staff ? MAX_FLOWS_SUBSCRIBED : MAX_FLOWS;
}

/** Returns the maximum number of flows that the user may have, and whether it is reached. */
export async function savedFlowAllowance(db: PhoneDb, user_id: string): Promise<{ limit: number; isFull: boolean }> {
  const [limit, count] = await Promise.all([savedFlowLimit(db, user_id), db.flows.count()]);
  return { limit, isFull: count >= limit };
}

export async function savedFlowList(db: PhoneDb, user_id: string): Promise<FlowList> {
  const [flows, blocksByFlow, badges, blockBadges, limit, baseUrl] = await Promise.all([
    savedFlows(db),
    savedBlocksByFlow(db),
    savedBadges(db, 'flows'),
    savedBadges(db, 'landing_blocks'),
    savedFlowLimit(db, user_id),
    savedMeta(db, 'landing_url'),
  ]);
  const stats = await db.flow_stats.bulkGet(flows.map(({ id }) => id));
  const cards = flows.map((flow, index): FlowCard => {
    const blocks = blocksByFlow.get(flow.id) ?? [];
    return {
      flow,
      figures: figuresOf(stats[index]),
      days: stats[index]?.days ?? [],
      changes: draftChanges(blocks, flow.published).length,
      badge: mergedBadge(badges.get(flow.id), ...blocks.map(({ id }) => blockBadges.get(id))),
    };
  });
  return { cards, limit, baseUrl };
}
