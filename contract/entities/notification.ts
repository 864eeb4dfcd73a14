import { Id, Instant } from '../fields.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

/** What a notification can be about. Each kind links to the screen of the record `target_id`. */
export const notificationKinds = [
  'lead_assigned',
  'lead_withdrawn',
  'ticket_answered',
  'ticket_replied',
  'task_due',
  'task_overdue',
  'task_assigned',
  'handover_offered',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Tells a user of something that others, or the time, have done with their work. */
export const Notification = z.object({
  id: Id,
  rev: z.int(),
  kind: z.enum(notificationKinds),
  target_id: Id,
  /** Name of the person, or title of the record, at that time. */
  title: z.string(),
  /** Who did it; empty if it was nobody. */
  by_name: z.string(),
  created_at: Instant,
  read_at: z.nullable(Instant),
});
export type Notification = z.infer<typeof Notification>;

export const notifications = defineEntity<Notification>({
  ...stores.notifications,
  schema: Notification,
  policies: {},
});
