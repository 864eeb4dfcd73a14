import { z } from '../zod.ts';

export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof weekdays)[number];

const spans = z.array(z.object({ from: z.string(), to: z.string() }));

/** Work times as stored and sent. The rules for entering them are in contract/work-times-input.ts. */
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
