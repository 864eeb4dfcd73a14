import { notificationPath, pushSettingOf, type PushMessage } from '../../../contract/push.ts';
import { quietUntil } from '../../../contract/quiet-hours.ts';
import { zoneOrDevice } from '../../../contract/zones.ts';
import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import { addJob, type Jobs } from '../../jobs/queue.ts';
import { encryptMessage } from './encrypt.ts';
import { isAllowedEndpoint, PUSH_HOSTS } from './endpoints.ts';
import { dueMessage, type DueMessage, endSubscription } from './subscriptions.ts';
import { pushTitles } from './texts.ts';
import { createVapid, pushContact, type Vapid } from './vapid.ts';

const TIMEOUT_MS = 10_000;
/**
 * How long a push service keeps a message for a device that is off, and how long this server tries to send the message.
 */
const LIFETIME_S = 24 * 3600;
const GONE: readonly number[] = [404, 410];
const TOO_MANY_REQUESTS = 429;

/** The keys and rules with which this installation sends push messages. */
export interface Push {
  vapid: Vapid;
  /** Whether messages may be sent to this URL. Tests replace this function. */
  allows(endpoint: string): boolean;
}

interface PushSettings {
  public_url: string;
  /** The private key; derived from the secret if it is absent. */
  vapid_private_key?: string | undefined;
  /** Hosts of the push services. */
  push_hosts?: readonly string[];
}

export const createPush = (
  secret: string,
  { public_url, vapid_private_key, push_hosts = PUSH_HOSTS }: PushSettings,
): Push => ({
  vapid: createVapid(secret, pushContact(public_url), vapid_private_key),
  allows: (endpoint) => isAllowedEndpoint(endpoint, push_hosts),
});

/**
 * Returns the message that the device shows. It contains names only if the person allows this, because anyone can read
 * a lock screen.
 */
function messageOf({ id, user_id, kind, target_id, title, language, push_names }: DueMessage): PushMessage {
  return {
    ...{ user_id, id, lang: language, path: notificationPath(kind, target_id) },
    title: pushTitles[kind][language],
    body: push_names ? title.slice(0, 200) : '',
  };
}

async function post({ vapid }: Push, due: DueMessage, now: Date): Promise<number> {
  const { status, body } = await fetch(due.endpoint, {
    method: 'POST',
    headers: {
      Authorization: await vapid.authorization(due.endpoint, now),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      TTL: String(LIFETIME_S),
      Urgency: 'high',
      // A repeated message replaces an earlier message that still waits at the push service.
      Topic: due.id.replaceAll('-', ''),
    },
    body: new Uint8Array(encryptMessage(JSON.stringify(messageOf(due)), due)),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await body?.cancel();
  return status;
}

/**
 * Sends a notification to a device. During the person's quiet hours, sending is postponed until the end of the quiet
 * hours. Throws if the push service cannot be reached or is busy, so that the job is retried. Deletes a subscription
 * that the push service no longer has. Any other refusal is final.
 */
export async function sendPush(deps: Deps, push: Push, { notification_id, device_id }: Jobs['push']): Promise<void> {
  const { db, scope, clock, log } = deps;
  const now = clock();
  const due = await dueMessage(db, { scope, notification_id, device_id, now: now.toISOString() });
  if (!due || !due[pushSettingOf[due.kind]]) return;
  if (now.getTime() - Date.parse(due.created_at) > LIFETIME_S * 1000) return;
  const quiet_until = quietUntil(due.quiet_hours, zoneOrDevice(due.time_zone), now.getTime());
  if (quiet_until !== null) {
    const run_at = new Date(quiet_until).toISOString();
    return inScope(deps, scope, ({ tx, received_at: at }) =>
      addJob(tx, { scope, at, run_at }, 'push', { notification_id, device_id }),
    );
  }
  // The list of hosts or the key may have changed since the device subscribed. The device subscribes again when the app
  // opens.
  if (!push.allows(due.endpoint) || due.server_key !== push.vapid.public_key)
    return endSubscription(db, scope, due.endpoint);
  const status = await post(push, due, now);
  if (GONE.includes(status)) return endSubscription(db, scope, due.endpoint);
  if (status === TOO_MANY_REQUESTS || status >= 500) throw new Error(`the push service responded with ${status}`);
  if (status >= 300) log.warn({ status, host: new URL(due.endpoint).host }, 'a push message was refused');
}
