import type { EventAnswerValue } from '../../../contract/values.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';

/** Queues the user's reply to an event. Returns the op id of the write. */
export function replyToEvent(
  store: Store,
  event: { id: string; title: string },
  answer: EventAnswerValue,
): Promise<string> {
  const args = { answer, at: iso(store.now()) };
  return store.write({ kind: 'event.answer', id: event.id, args, title: event.title.slice(0, 80) });
}
