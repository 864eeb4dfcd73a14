import type { NotificationKind } from './entities/notification.ts';
import { z } from './zod.ts';

/** The settings with which users turn groups of notifications on or off. */
export const pushSettings = ['push_leads', 'push_tickets', 'push_tasks'] as const;
export type PushSetting = (typeof pushSettings)[number];

/** The setting that decides whether notifications of a kind are sent as push messages. */
export const pushSettingOf: Record<NotificationKind, PushSetting> = {
  lead_assigned: 'push_leads',
  lead_withdrawn: 'push_leads',
  lead_returning: 'push_leads',
  lead_returned: 'push_leads',
  people_imported: 'push_leads',
  handover_offered: 'push_leads',
  ticket_answered: 'push_tickets',
  ticket_replied: 'push_tickets',
  task_due: 'push_tasks',
  task_overdue: 'push_tasks',
  task_assigned: 'push_tasks',
};

/** Returns the path of the screen that shows what a notification is about. */
export function notificationPath(kind: NotificationKind, target_id: string): string {
  switch (kind) {
    case 'lead_assigned':
    case 'lead_returning':
      return `/user/view-details/${target_id}`;
    // The person is no longer on the device, so the path is that of the list of leads.
    case 'lead_withdrawn':
    case 'lead_returned':
      return '/leads';
    case 'people_imported':
      return '/people';
    case 'ticket_answered':
      return `/help/${target_id}`;
    case 'ticket_replied':
      return `/user/new-request/${target_id}`;
    case 'task_due':
    case 'task_overdue':
    case 'task_assigned':
      return `/tasks/${target_id}`;
    case 'handover_offered':
      return '/sync';
  }
}

/** A push message. It is encrypted on its way to the service worker, which shows it only if this user is logged in. */
export const PushMessage = z.object({
  user_id: z.string(),
  /** Id of the notification. A later message about the same notification replaces the earlier one. */
  id: z.string(),
  title: z.string(),
  body: z.string(),
  lang: z.string(),
  /** Path of the screen to open. */
  path: z.string(),
});
export type PushMessage = z.infer<typeof PushMessage>;
