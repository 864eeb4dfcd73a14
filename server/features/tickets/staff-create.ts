import { Refused } from '../../../contract/errors.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext, WriteHandler } from '../../handlers.ts';
import { isPersonVisible } from '../contacts/visible.ts';
import { slaClockColumns } from './sla.ts';
import { ticketAudience } from './pool.ts';
import { insertMessage, insertTicket, logTicket } from './repository.ts';
import { staffTicketById } from './staff-repository.ts';

/** Returns a person in the caller's care. Throws `not_found`. */
async function visiblePerson({ tx, caller }: HandlerContext, user_id: string) {
  const row = await tx
    .selectFrom('users as p')
    .select(['p.id', 'p.first_name', 'p.last_name'])
    .where('p.scope', '=', caller.scope)
    .where('p.id', '=', user_id)
    .where('p.id', '<>', caller.user_id)
    .where('p.deleted_at', 'is', null)
    .where(isPersonVisible(caller, 'p'))
    .executeTakeFirst();
  if (!row) throw new Refused('not_found', { user_id: 'not_found' });
  return row;
}

/**
 * Creates a ticket on behalf of a person. The first message contains the words of the person. Throws `not_found` if the
 * person is hidden from the caller or the id belongs to another ticket.
 */
export const createTicketForPersonHandler: WriteHandler<'ticket.create_for'> = async (
  context,
  { id, args, corrected_at },
) => {
  const existing = await staffTicketById(context, id);
  if (existing) return { row: existing, rev: existing.rev };
  const { user_id, type, subject, body, channel, priority } = args;
  const person = await visiblePerson(context, user_id);
  const { caller, received_at } = context;
  const timing = { author_id: user_id, created_at: received_at, waiting_since: null, waited_min: 0 };
  const takenFields = { state: 'taken', responsible_id: caller.user_id, priority } as const;
  const { first_response_due, resolve_due } = await slaClockColumns(context, { ...timing, ...takenFields });
  await countDailyWrite(context, 'tickets_for_others');
  const rev = await context.nextRev();
  const ticket = {
    ...takenFields,
    id,
    type,
    subject,
    channel,
    author_id: user_id,
    previous_id: null,
    taken_at: received_at,
    first_response_due,
    resolve_due,
  };
  if (!(await insertTicket(context, ticket, rev))) throw new Refused('not_found');
  const author_name = `${person.first_name} ${person.last_name}`.trim();
  const firstMessage = {
    id,
    author_id: user_id,
    author_name,
    by_staff: false,
    body,
    attachments: [],
    at: corrected_at,
  };
  if (!(await insertMessage(context, id, firstMessage))) throw new Refused('not_found');
  await logTicket(context, { ticket_id: id, command: 'take', claimed_at: args.at });
  context.poke(await ticketAudience(context, { author_id: user_id, holders: [caller.user_id], isUnassigned: false }));
  const row = await staffTicketById(context, id);
  if (!row) throw new Refused('not_found');
  return { row, rev };
};
