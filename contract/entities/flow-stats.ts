import { Id } from '../fields.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

/** Figures of a landing page; requests by bots are not counted. `visitors` counts a person at most once per day. */
const figures = { views: z.int(), visitors: z.int(), leads: z.int() };

/**
 * The figures of one flow: in total since it was created, and for each of the last 30 days (UTC) with at least one view
 * or lead.
 */
export const FlowStats = z.object({
  /** Id of the flow. */
  id: Id,
  rev: z.int(),
  ...figures,
  days: z.array(z.object({ day: z.iso.date(), ...figures })),
  /**
   * Views by source, most frequent first. The source is the parameter `s` of the link; it is empty for links without
   * one.
   */
  sources: z.array(z.object({ source: z.string(), views: z.int() })),
});
export type FlowStats = z.infer<typeof FlowStats>;

export const flowStats = defineEntity<FlowStats>({ ...stores.flow_stats, schema: FlowStats, policies: {} });
