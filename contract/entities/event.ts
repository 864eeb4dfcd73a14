import { Id, Instant, Lang, Zone } from '../fields.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { MediaItem } from './lesson.ts';
import { stores } from './stores.ts';

/**
 * `description` is sanitised HTML. Answers are stored separately and counts are computed per request: each would resend
 * the event.
 */
export const CalendarEvent = z.object({
  id: Id,
  rev: z.int(),
  title: z.string(),
  description: z.string(),
  language: Lang,
  starts_at: Instant,
  ends_at: Instant,
  /** The venue's time zone: times are also shown in it. */
  time_zone: Zone,
  place: z.string(),
  url: z.nullable(z.string()),
  media: z.array(MediaItem),
});
export type CalendarEvent = z.infer<typeof CalendarEvent>;

export const events = defineEntity<CalendarEvent>({ ...stores.events, schema: CalendarEvent, policies: {} });
