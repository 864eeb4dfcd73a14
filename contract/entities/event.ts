import { Id, Instant, Lang } from '../fields.ts';
import { Zone } from '../contact-fields.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { MediaItem } from './lesson.ts';
import { stores } from './stores.ts';

/**
 * An event in the calendar. `description` is sanitised HTML. Answers are stored separately and counted for each
 * request: if they were part of this row, every answer would resend the event to all phones.
 */
export const CalendarEvent = z.object({
  id: Id,
  rev: z.int(),
  title: z.string(),
  description: z.string(),
  language: Lang,
  starts_at: Instant,
  ends_at: Instant,
  /** Time zone of the venue. Times are shown in it as well as in the user's own zone. */
  time_zone: Zone,
  place: z.string(),
  url: z.nullable(z.string()),
  media: z.array(MediaItem),
});
export type CalendarEvent = z.infer<typeof CalendarEvent>;

export const events = defineEntity<CalendarEvent>({ ...stores.events, schema: CalendarEvent, policies: {} });
