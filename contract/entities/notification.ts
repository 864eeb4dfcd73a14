import { Id, Instant } from '../fields.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

/** What a notification can be about. Each kind links to the screen of the record `target_id`. */
export const notificationKinds = [
  'lead_assigned',
  'lead_withdrawn',
  'lead_returning',
  'lead_returned',
  'people_imported',
  'ticket_answered',
  'ticket_replied',
  'task_due',
  'task_overdue',
  'task_assigned',
  'handover_offered',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/**
 * Notifies a user of a change to their work that another user made, or that happened because a certain time was
 * reached.
 */
export const Notification = z.object({
  id: Id,
  rev: z.int(),
  kind: z.enum(notificationKinds),
  target_id: Id,
  /** Name of the person, or title of the record, when the notification was created. */
  title: z.string(),
  /** Number of people that the notification reports; null or absent for a notification about one record. */
  count: z.optional(z.nullable(z.int())),
  /** Name of the user who made the change; empty if no user did. */
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
