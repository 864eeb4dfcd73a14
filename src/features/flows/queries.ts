import type { FlowStats } from '../../../contract/entities/flow-stats.ts';
import type { Flow } from '../../../contract/entities/flow.ts';
import { MAX_FLOWS, MAX_FLOWS_SUBSCRIBED } from '../../../contract/landing/values.ts';
import { savedBadges, type RowBadge } from '../../db/queries/badges.ts';
import { figuresOf, savedBlocks, savedFlows, type Figures } from '../../db/queries/flows.ts';
import { savedMeta } from '../../db/schema/meta.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { changesOf } from './publish/changes.ts';

/** A flow as the list shows it. */
export interface FlowCard {
  flow: Flow;
  figures: Figures;
  days: FlowStats['days'];
  /** How many changes the draft is ahead of the published page. */
  changes: number;
  /** Unsent changes of the flow and its blocks. */
  badge: RowBadge | undefined;
}

export interface FlowList {
  cards: FlowCard[];
  /** How many flows the member may have. */
  limit: number;
  /** Where visitors find the pages, without a slash at the end; null if this device does not know it yet. */
  baseUrl: string | null;
}

/** Puts the unsent changes of the blocks to those of the flow. */
function joined(...badges: (RowBadge | undefined)[]): RowBadge | undefined {
  const known = badges.filter((badge) => badge !== undefined);
  const urgent = known.find(({ state }) => state !== 'queued' && state !== 'sending') ?? known[0];
  return urgent && { state: urgent.state, entries: known.flatMap(({ entries }) => entries) };
}

async function cardOf(db: PhoneDb, flow: Flow, badges: Badges): Promise<FlowCard> {
  const [stats, blocks] = await Promise.all([db.flow_stats.get(flow.id), savedBlocks(db, flow.id)]);
  const own = blocks.map(({ id }) => badges.blocks.get(id));
  return {
    flow,
    figures: figuresOf(stats),
    days: stats?.days ?? [],
    changes: changesOf(blocks, flow.published).length,
    badge: joined(badges.flows.get(flow.id), ...own),
  };
}

interface Badges {
  flows: ReadonlyMap<string, RowBadge>;
  blocks: ReadonlyMap<string, RowBadge>;
}

/** Returns how many flows the user may have. */
export async function savedFlowLimit(db: PhoneDb, user_id: string): Promise<number> {
  const me = await db.me.get(user_id);
  return me?.is_subscribed || me?.is_staff ? MAX_FLOWS_SUBSCRIBED : MAX_FLOWS;
}

export async function savedFlowList(db: PhoneDb, user_id: string): Promise<FlowList> {
  const [flows, own, blocks, limit, url] = await Promise.all([
    savedFlows(db),
    savedBadges(db, 'flows'),
    savedBadges(db, 'landing_blocks'),
    savedFlowLimit(db, user_id),
    savedMeta(db, 'landing_url'),
  ]);
  const cards = await Promise.all(flows.map((flow) => cardOf(db, flow, { flows: own, blocks })));
  return { cards, limit, baseUrl: url ?? null };
}
