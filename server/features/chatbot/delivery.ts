import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import type { Jobs } from '../../jobs/queue.ts';
import { chatOf, noteDelivery, promisedMessage } from './repository.ts';

/** Delivery result at Telegram: in the chat, rejected permanently, or to be retried. */
export type Sent = 'delivered' | 'refused';

/** Sends a text to a chat. Throws where a retry may help. */
export type SendToChat = (chat_id: string, text: string, button?: Jobs['telegram_notice']['button']) => Promise<Sent>;

/** Slightly before the job runner's last attempt, so that a waiting person is told of the failure. */
const GIVE_UP_MS = 22 * 3_600_000;

/**
 * Sends one message. Telegram has no idempotency keys: an attempt that breaks off after Telegram accepted the text is
 * repeated, which is better than losing it. Throws where a retry is due.
 */
export async function deliver(deps: Deps, send: SendToChat | null, id: string): Promise<void> {
  const { scope } = deps;
  const found = await inScope(deps, scope, async (context) => {
    const message = await promisedMessage(context.tx, scope, id);
    if (!message || message.delivery === 'delivered' || message.delivery === 'failed') return null;
    await noteDelivery(context, id, 'sent');
    return message;
  });
  if (!found) return;
  const note = (delivery: 'delivered' | 'failed' | 'queued') =>
    inScope(deps, scope, (context) => noteDelivery(context, id, delivery));
  if (!send || found.chat_id === null) return note('failed');
  try {
    await note((await send(found.chat_id, found.body)) === 'delivered' ? 'delivered' : 'failed');
  } catch (error) {
    const isGivenUp = deps.clock().getTime() - Date.parse(found.created_at) > GIVE_UP_MS;
    await note(isGivenUp ? 'failed' : 'queued');
    if (!isGivenUp) throw error;
  }
}

/** Sends a notice to a person's chat; no-op without a chat or a bot. Throws where a retry is due. */
export async function deliverNotice(
  { db, scope }: Deps,
  send: SendToChat | null,
  { user_id, text, button }: Jobs['telegram_notice'],
): Promise<void> {
  const chat_id = await chatOf({ tx: db, scope }, user_id);
  if (send && chat_id !== null) await send(chat_id, text, button);
}
