import { inScope, type Deps } from '../../context.ts';
import { noteDelivery, promisedMessage } from './repository.ts';

/** What became of a message at Telegram: in the chat, refused for good, or to be tried again. */
export type Sent = 'delivered' | 'refused';

/** Puts a text into a chat. Throws where another try may help. */
export type SendToChat = (chat_id: string, text: string) => Promise<Sent>;

/** The runner's tries end a little later than this: whoever waits is told that it did not come off. */
const GIVEN_UP_MS = 22 * 3_600_000;

/**
 * Sends one message. Telegram knows no keys: a try that broke off after Telegram took the text comes twice, which is
 * better than never. Throws where it is to be tried again.
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
    const isGivenUp = deps.clock().getTime() - Date.parse(found.created_at) > GIVEN_UP_MS;
    await note(isGivenUp ? 'failed' : 'queued');
    if (!isGivenUp) throw error;
  }
}
