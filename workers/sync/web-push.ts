import { untypedCall } from '../../contract/api-calls/define.ts';
import { pushCalls } from '../../contract/api-calls/push.ts';
import type { ActionResult, Failure } from '../../src/bridge/results.ts';
import { parseReply, toActionResult } from './account.ts';
import { sendAuthenticated, type Session } from './session.ts';

/** A browser's push subscription as it is sent to the server. */
export interface SentSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Fetches the server's public VAPID key, which a browser needs to subscribe to push messages. */
export async function fetchPushKey(session: Session): Promise<{ ok: true; key: string } | Failure> {
  const result = await sendAuthenticated(session, untypedCall(pushCalls, 'push.key'));
  const parsed = parseReply(result, pushCalls['push.key'].reply);
  return parsed.ok ? { ok: true, key: parsed.body.key } : parsed;
}

export const subscribePush = async (
  session: Session,
  { endpoint, p256dh, auth }: SentSubscription,
): Promise<ActionResult> =>
  toActionResult(
    await sendAuthenticated(session, untypedCall(pushCalls, 'push.subscribe'), { body: { endpoint, p256dh, auth } }),
  );

export const unsubscribePush = async (session: Session): Promise<ActionResult> =>
  toActionResult(await sendAuthenticated(session, untypedCall(pushCalls, 'push.unsubscribe')));
