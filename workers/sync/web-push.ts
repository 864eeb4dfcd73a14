import { erasedCall } from '../../contract/api-calls/define.ts';
import { pushCalls } from '../../contract/api-calls/push.ts';
import type { Done, Failure } from '../../src/bridge/results.ts';
import { parseReply, withoutBody } from './account.ts';
import { request, type Session } from './session.ts';

/** A browser's push subscription as it is sent to the server. */
export interface SentSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Fetches the server's public VAPID key, which a browser needs to subscribe to push messages. */
export async function pushKey(session: Session): Promise<{ ok: true; key: string } | Failure> {
  const result = await request(session, erasedCall(pushCalls, 'push.key'));
  const parsed = parseReply(result, pushCalls['push.key'].reply);
  return parsed.ok ? { ok: true, key: parsed.body.key } : parsed;
}

export const subscribePush = async (session: Session, { endpoint, p256dh, auth }: SentSubscription): Promise<Done> =>
  withoutBody(await request(session, erasedCall(pushCalls, 'push.subscribe'), { body: { endpoint, p256dh, auth } }));

export const unsubscribePush = async (session: Session): Promise<Done> =>
  withoutBody(await request(session, erasedCall(pushCalls, 'push.unsubscribe')));
