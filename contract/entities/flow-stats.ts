import { Id } from '../fields.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

/** Figures of a landing page. Bots are left out. `visitors` counts a person once a day. */
const figures = { views: z.int(), visitors: z.int(), leads: z.int() };

/** The figures of one flow: since it exists, and of each of the last 30 days that has any, in UTC. */
export const FlowStats = z.object({
  /** Id of the flow. */
  id: Id,
  rev: z.int(),
  ...figures,
  days: z.array(z.object({ day: z.iso.date(), ...figures })),
  /** Views by the source that the link named (`?s=`), the most frequent ones first; an empty source for links without. */
  sources: z.array(z.object({ source: z.string(), views: z.int() })),
});
export type FlowStats = z.infer<typeof FlowStats>;

export const flowStats = defineEntity<FlowStats>({ ...stores.flow_stats, schema: FlowStats, policies: {} });
