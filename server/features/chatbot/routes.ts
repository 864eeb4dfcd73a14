import { uuidv7 } from 'uuidv7';
import { Refused } from '../../../contract/errors.ts';
import type { CallHandlers, HandlerContext } from '../../handlers.ts';
import { addEvent } from '../people/event-repository.ts';
import { personVisible } from '../contacts/visible.ts';
import { promiseMessage } from './repository.ts';

/** Somebody whom the caller works with, or whose ticket the caller has. Throws `not_found`. */
async function checkPerson({ tx, caller }: HandlerContext, user_id: string): Promise<void> {
  const row = await tx
    .selectFrom('users as p')
    .select('p.id')
    .where('p.scope', '=', caller.scope)
    .where('p.id', '=', user_id)
    .where('p.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        personVisible(caller, 'p'),
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

export const chatbotRoutes: Pick<CallHandlers, 'chatbot.send'> = {
  'chatbot.send': async (context, { body: { id = uuidv7(), user_id, text } }) => {
    await checkPerson(context, user_id);
    const isNew = await promiseMessage(context, {
      id,
      user_id,
      ticket_id: null,
      body: text,
      op_id: context.request.key,
    });
    const by_id = context.caller.user_id;
    const detail = { text, via: 'telegram' };
    if (isNew) await addEvent(context, { person_id: user_id, kind: 'message', by_id, detail });
    context.poke([by_id]);
    return { id, delivery: 'queued', sent_at: context.received_at };
  },
};
