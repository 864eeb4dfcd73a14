import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import type { Jobs } from '../../jobs/queue.ts';
import { chatIdOf, saveDelivery, pendingMessage } from './repository.ts';

/** Result of sending a message through Telegram: the chat received it, or Telegram refused it permanently. */
export type DeliveryResult = 'delivered' | 'refused';

/** Sends a message to a chat. Throws if a retry may help. */
export type SendToChat = (
  chat_id: string,
  text: string,
  button?: Jobs['telegram_notice']['button'],
) => Promise<DeliveryResult>;

/**
 * Time after which an undelivered message counts as failed. It is shorter than the time until the job runner's last
 * attempt, so that this attempt records the failure for the sender.
 */
const GIVE_UP_MS = 22 * 3_600_000;

/**
 * Sends one message. Telegram has no idempotency keys: if the connection breaks after Telegram has accepted the
 * message, the message is sent again, because a repeated message is better than a lost one. Throws if sending must be
 * retried.
 */
export async function deliverMessage(deps: Deps, send: SendToChat | null, id: string): Promise<void> {
  const { scope } = deps;
  const message = await inScope(deps, scope, async (context) => {
    const pending = await pendingMessage(context.tx, scope, id);
    if (!pending || pending.delivery === 'delivered' || pending.delivery === 'failed') return null;
    await saveDelivery(context, id, 'sent');
    return pending;
  });
  if (!message) return;
  const saveState = (delivery: 'delivered' | 'failed' | 'queued') =>
    inScope(deps, scope, (context) => saveDelivery(context, id, delivery));
  if (!send || message.chat_id === null) return saveState('failed');
  try {
    await saveState((await send(message.chat_id, message.body)) === 'delivered' ? 'delivered' : 'failed');
  } catch (error) {
    const isGivenUp = deps.clock().getTime() - Date.parse(message.created_at) > GIVE_UP_MS;
    await saveState(isGivenUp ? 'failed' : 'queued');
    if (!isGivenUp) throw error;
  }
}

/** Sends a notice to a user's chat. Does nothing if there is no chat or no bot. Throws if sending must be retried. */
export async function deliverNotice(
  { db, scope }: Deps,
  send: SendToChat | null,
  { user_id, text, button }: Jobs['telegram_notice'],
): Promise<void> {
  const chat_id = await chatIdOf({ tx: db, scope }, user_id);
  if (send && chat_id !== null) await send(chat_id, text, button);
}
