import { Refused } from '../../../contract/errors.ts';
import type { HandlerContext, WriteHandler } from '../../handlers.ts';
import { isPersonVisible } from '../contacts/visible.ts';
import { addTimelineEvent, personEventById } from '../people/timeline-repository.ts';
import { queueMessage } from './repository.ts';

/**
 * Checks that the caller may send messages to a person: the person is in their care, or the author of a ticket assigned
 * to them. Throws `not_found`.
 */
async function checkPerson({ tx, caller }: HandlerContext, user_id: string): Promise<void> {
  const row = await tx
    .selectFrom('users as p')
    .select('p.id')
    .where('p.scope', '=', caller.scope)
    .where('p.id', '=', user_id)
    .where('p.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        isPersonVisible(caller, 'p'),
        eb.exists(
          eb
            .selectFrom('tickets as t')
            .select('t.id')
            .whereRef('t.scope', '=', 'p.scope')
            .whereRef('t.author_id', '=', 'p.id')
            .where('t.responsible_id', '=', caller.user_id)
            .where('t.closed_at', 'is', null),
        ),
      ]),
    )
    .executeTakeFirst();
  if (!row) throw new Refused('not_found', { user_id: 'not_found' });
}

export interface Message {
  id: string;
  user_id: string;
  text: string;
  op_id: string;
  at: string;
  accepted_at?: string | undefined;
}

/** Queues a message and adds it to the person's timeline. A second call with the same id has no effect. */
export async function sendMessage(context: HandlerContext, message: Message): Promise<void> {
  const { id, user_id, text, op_id, at, accepted_at } = message;
  await checkPerson(context, user_id);
  const delivery = await queueMessage(context, { id, user_id, ticket_id: null, body: text, op_id, accepted_at });
  if (delivery === null) return;
  const by_id = context.caller.user_id;
  const detail = { text, via: 'telegram', delivery };
  await addTimelineEvent(context, { id, at, person_id: user_id, kind: 'message', by_id, detail });
  context.poke([by_id]);
}

/** Sends a message to a person. Throws `not_found`, and `no_telegram` if the person has no chat with the bot. */
export const messagePersonHandler: WriteHandler<'person.message'> = async (
  context,
  { id, args, op_id, corrected_at, accepted_at },
) => {
  const { person_id: user_id, text } = args;
  await sendMessage(context, { id, user_id, text, op_id, at: corrected_at, accepted_at });
  const row = await personEventById(context, id);
  return { row, rev: row?.rev ?? 0 };
};
