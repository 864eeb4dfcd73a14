import { z } from '../zod.ts';

export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof weekdays)[number];

const spans = z.array(z.object({ from: z.string(), to: z.string() }));

/** Work times as stored and read. contract/work-times-input.ts has the rules for entering them. */
export const WorkTimes = z.object({
  zone: z.string(),
  days: z.record(z.enum(weekdays), spans),
  exceptions: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      type: z.enum(['off', 'working']),
      intervals: z.optional(spans),
      note: z.string(),
    }),
  ),
});
export type WorkTimes = z.infer<typeof WorkTimes>;
export type WorkInterval = WorkTimes['days'][Weekday][number];
