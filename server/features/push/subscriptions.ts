import { sql } from 'kysely';
import { Refused } from '../../../contract/errors.ts';
import type { Db, Tx } from '../../db/tables.ts';
import type { CallerContext } from '../../handlers.ts';
import type { BrowserKeys } from './encrypt.ts';

/** Maximum number of subscribed devices of a person. If there are more, the oldest subscription ends. */
export const MAX_SUBSCRIPTIONS = 20;

export interface NewSubscription extends BrowserKeys {
  endpoint: string;
  session_id: string;
  /** The public key of the server. */
  server_key: string;
}

/** Returns the id of the device that sent the request. Throws `invalid` if the request contains no device id. */
function deviceOf({ request }: CallerContext): string {
  if (request.device_id === null) throw new Refused('invalid', { device_id: 'required' });
  return request.device_id;
}

/**
 * Stores the subscription of the device that sent the request, and replaces the device's earlier subscription. A
 * browser has one endpoint, so a user who subscribed earlier on the same device gets no more messages there.
 */
export async function saveSubscription(context: CallerContext, subscription: NewSubscription): Promise<void> {
  const { tx, scope, caller, received_at: created_at } = context;
  const owner = { scope, user_id: caller.user_id, device_id: deviceOf(context) };
  await tx
    .deleteFrom('push_subscriptions')
    .where('scope', '=', scope)
    .where('endpoint', '=', subscription.endpoint)
    .execute();
  const values = { ...subscription, created_at };
  await tx
    .insertInto('push_subscriptions')
    .values({ ...owner, ...values })
    .onConflict((conflict) => conflict.columns(['scope', 'user_id', 'device_id']).doUpdateSet(values))
    .execute();
  await sql`delete from push_subscriptions where scope = ${scope} and user_id = ${caller.user_id} and device_id in (
    select device_id from push_subscriptions where scope = ${scope} and user_id = ${caller.user_id}
    order by created_at desc, device_id offset ${MAX_SUBSCRIPTIONS})`.execute(tx);
}

/** Ends the subscription of the device that sent the request. */
export async function deleteSubscription(context: CallerContext): Promise<void> {
  const { tx, scope, caller } = context;
  await tx
    .deleteFrom('push_subscriptions')
    .where('scope', '=', scope)
    .where('user_id', '=', caller.user_id)
    .where('device_id', '=', deviceOf(context))
    .execute();
}

/** Returns the devices of a person that have a subscription. */
export async function subscribedDevices(tx: Tx, scope: string, user_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('push_subscriptions')
    .select('device_id')
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .execute();
  return rows.map(({ device_id }) => device_id);
}

/** Whether the session and the device of a subscription `s` of the user `u` may still get messages, at `now`. */
const isLive = (now: string) => sql<boolean>`u.deleted_at is null and u.is_active and not u.is_blocked
  and exists (select 1 from refresh_tokens r where r.scope = s.scope and r.family_id = s.session_id
    and r.user_id = s.user_id and r.revoked_at is null and r.expires_at > ${now})
  and not exists (select 1 from sync_devices d where d.scope = s.scope and d.user_id = s.user_id
    and d.device_id = s.device_id and d.revoked_at is not null)`;

/**
 * Returns the message to send to a device: the notification with its recipient and the subscription. Undefined if the
 * notification was read or deleted in the meantime, or if the session of the device has ended: by a logout, a block, a
 * changed password, or the removal of the device.
 */
export function dueMessage(
  db: Db,
  {
    scope,
    notification_id,
    device_id,
    now,
  }: { scope: string; notification_id: string; device_id: string; now: string },
) {
  return db
    .selectFrom('notifications as n')
    .innerJoin('users as u', (join) => join.onRef('u.scope', '=', 'n.scope').onRef('u.id', '=', 'n.user_id'))
    .innerJoin('push_subscriptions as s', (join) =>
      join.onRef('s.scope', '=', 'n.scope').onRef('s.user_id', '=', 'n.user_id').on('s.device_id', '=', device_id),
    )
    .select(['n.id', 'n.kind', 'n.target_id', 'n.title', 'n.created_at', 'n.user_id'])
    .select(['u.language', 'u.time_zone', 'u.push_leads', 'u.push_tickets', 'u.push_tasks', 'u.push_names'])
    .select(['u.quiet_hours', 's.endpoint', 's.p256dh', 's.auth', 's.server_key'])
    .where('n.scope', '=', scope)
    .where('n.id', '=', notification_id)
    .where('n.read_at', 'is', null)
    .where('n.deleted_at', 'is', null)
    .where(isLive(now))
    .executeTakeFirst();
}

export type DueMessage = NonNullable<Awaited<ReturnType<typeof dueMessage>>>;

/** Deletes a subscription that can no longer be used, for example because its push service no longer has it. */
export async function endSubscription(db: Db, scope: string, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('scope', '=', scope).where('endpoint', '=', endpoint).execute();
}

/** Deletes the subscriptions of sessions that have ended. */
export async function dropEndedSubscriptions(db: Db, now: string): Promise<void> {
  await sql`delete from push_subscriptions s using users u
    where u.scope = s.scope and u.id = s.user_id and not (${isLive(now)})`.execute(db);
}
