import { uuidv7 } from 'uuidv7';
import type { NotificationKind } from '../../../contract/entities/notification.ts';
import type { HandlerContext } from '../../handlers.ts';
import { addJob } from '../../jobs/queue.ts';
import { subscribedDevices } from '../push/subscriptions.ts';

export interface NewNotification {
  user_id: string;
  kind: NotificationKind;
  target_id: string;
  title: string;
  /** Number of people that the notification reports; absent for a notification about one record. */
  count?: number;
  /** The person or contact whom the notification is about. */
  person_id: string | null;
  /** The user whose action is reported; null for the system. Users are not notified of their own actions. */
  by_id: string | null;
  /** Key that prevents duplicates: the user gets only one notification with this occasion. */
  occasion?: string;
}

/** Adds a notification in the current transaction; devices of the user receive it after the commit. */
export async function addNotification(
  { tx, scope, received_at, nextRev, poke }: Omit<HandlerContext, 'caller'>,
  { occasion, count, ...notification }: NewNotification,
): Promise<void> {
  if (notification.by_id === notification.user_id) return;
  const id = uuidv7();
  const times = { created_at: received_at, updated_at: received_at, read_at: null, deleted_at: null, deleted_by: null };
  await tx
    .insertInto('notifications')
    .values({
      ...notification,
      ...times,
      scope,
      id,
      rev: await nextRev(),
      count: count ?? null,
      occasion: occasion ?? id,
    })
    .onConflict((conflict) => conflict.columns(['scope', 'user_id', 'occasion']).doNothing())
    .execute();
  poke([notification.user_id]);
  for (const device_id of await subscribedDevices(tx, scope, notification.user_id))
    await addJob(tx, { scope, at: received_at }, 'push', { notification_id: id, device_id });
}
