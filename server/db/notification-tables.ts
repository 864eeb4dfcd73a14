import type { WeeklyGoal } from '../../contract/weekly-goal.ts';
import type { Generated } from 'kysely';
import type { NotificationKind } from '../../contract/entities/notification.ts';

interface NotificationsTable {
  scope: string;
  id: string;
  rev: number;
  user_id: string;
  kind: NotificationKind;
  target_id: string;
  title: string;
  /** Number of people that the notification reports; null for a notification about one record. */
  count: number | null;
  /** The person or contact whom the notification is about, if any. Used to erase their data. */
  person_id: string | null;
  by_id: string | null;
  /** Key that prevents duplicates: a user gets only the first of several notifications with the same occasion. */
  occasion: string;
  read_at: string | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  deleted_by: string | null;
}

/** Columns of `users` with the person's settings for push messages and learning. */
export interface SettingColumns {
  /** Which groups of notifications are sent as push messages. */
  push_leads: Generated<boolean>;
  push_tickets: Generated<boolean>;
  push_tasks: Generated<boolean>;
  /** Whether push messages name people and records. */
  push_names: Generated<boolean>;
  /**
   * The time of day during which push messages are not sent, in the person's time zone: "22:00-07:00". Null if they are
   * always sent.
   */
  quiet_hours: Generated<string | null>;
  /** The goal of a week; null if it is switched off. */
  weekly_goal: Generated<WeeklyGoal | null>;
}

/**
 * The address to which push messages for a device are sent. The subscription ends with the session in which it was
 * created.
 */
interface PushSubscriptionsTable {
  scope: string;
  user_id: string;
  device_id: string;
  session_id: string;
  /**
   * URL at the push service of the browser. Possession of the URL and the keys is enough to send messages to the
   * device.
   */
  endpoint: string;
  /**
   * `p256dh` is the public key of the device, with which messages are encrypted; `auth` is the secret of the
   * subscription. Both are Base64 for URLs.
   */
  p256dh: string;
  auth: string;
  /** The public key of the server for which the subscription was created. */
  server_key: string;
  created_at: string;
}

export interface NotificationTables {
  push_subscriptions: PushSubscriptionsTable;
  notifications: NotificationsTable;
}
