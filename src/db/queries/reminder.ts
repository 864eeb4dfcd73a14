import { dueReminder, accessTime, type ReminderDays } from '../../../contract/entitlement.ts';
import type { Subscription } from '../../../contract/entities/subscription.ts';
import { isEmployee } from '../../../contract/roles.ts';
import type { PhoneDb } from '../schema/db.ts';
import { savedMeta, saveMeta } from '../schema/meta.ts';
import { savedBadges } from './badges.ts';
import { savedSyncStatus } from './status.ts';

/** A reminder that the paid time ends soon. */
export interface Reminder {
  until: string;
  days: ReminderDays;
  subscription: Subscription;
  /** Whether a change of the subscription is waiting to be sent. */
  isUnsent: boolean;
}

/**
 * Returns the reminder that is due and was not closed, or null. It needs no network. `device_now` is device time, ms;
 * see accessTime.
 */
export async function savedReminder(db: PhoneDb, user_id: string, device_now: number): Promise<Reminder | null> {
  const [me, subscription, { server_time }, closedReminder, badges] = await Promise.all([
    db.me.get(user_id),
    db.subscriptions.get(user_id),
    savedSyncStatus(db),
    savedMeta(db, 'reminder_seen'),
    savedBadges(db, 'subscriptions'),
  ]);
  if (!me || isEmployee(me) || !subscription?.until) return null;
  const { state, until } = subscription;
  if (state !== 'active' && state !== 'cancelling') return null;
  const days = dueReminder(until, accessTime(device_now, server_time));
  if (days === null || (closedReminder?.until === until && closedReminder.days <= days)) return null;
  return { until, days, subscription, isUnsent: badges.has(user_id) };
}

/** Closes a reminder. A later reminder, closer to the end of the paid time, will still be shown. */
export const dismissReminder = (db: PhoneDb, { until, days }: Reminder): Promise<void> =>
  saveMeta(db, 'reminder_seen', { until, days });
