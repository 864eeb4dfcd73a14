import { Refused } from '../../../contract/errors.ts';
import type { CallHandlers } from '../../handlers.ts';
import { tokenFamilyOf } from '../accounts/password-change.ts';
import type { Auth } from '../accounts/sessions.ts';
import { isPublicKey } from './encrypt.ts';
import type { Push } from './send.ts';
import { deleteSubscription, saveSubscription } from './subscriptions.ts';

type PushCall = Extract<keyof CallHandlers, `push.${string}`>;

/** Handlers of the calls with which devices subscribe to push messages. */
export function pushRoutes(auth: Auth, { vapid, allows }: Push): Pick<CallHandlers, PushCall> {
  return {
    'push.key': async () => ({ key: vapid.public_key }),
    'push.subscribe': async (context, { body }) => {
      if (!allows(body.endpoint)) throw new Refused('invalid', { endpoint: 'invalid' });
      if (!isPublicKey(body.p256dh)) throw new Refused('invalid', { p256dh: 'invalid' });
      const session_id = await tokenFamilyOf(auth, context.request);
      await saveSubscription(context, { ...body, session_id, server_key: vapid.public_key });
      return { ok: true };
    },
    'push.unsubscribe': async (context) => {
      await deleteSubscription(context);
      return { ok: true };
    },
  };
}
