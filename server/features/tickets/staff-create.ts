import { uuidv7 } from 'uuidv7';
import type { CallBody } from '../../../contract/calls/index.ts';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import { Refused } from '../../../contract/errors.ts';
import type { HandlerContext } from '../../handlers.ts';
import { personVisible } from '../contacts/visible.ts';
import { clockColumns } from './clock.ts';
import { ticketAudience } from './pool.ts';
import { insertMessage, insertTicket, logTicket } from './repository.ts';
import { staffTicketById } from './staff-repository.ts';

/** Somebody whom the caller works with. Throws `not_found`. */
export async function visiblePerson({ tx, caller }: HandlerContext, user_id: string) {
  const row = await tx
    .selectFrom('users as p')
    .select(['p.id', 'p.first_name', 'p.last_name'])
    .where('p.scope', '=', caller.scope)
    .where('p.id', '=', user_id)
    .where('p.id', '<>', caller.user_id)
    .where('p.deleted_at', 'is', null)
    .where(personVisible(caller, 'p'))
    .executeTakeFirst();
  if (!row) throw new Refused('not_found', { user_id: 'not_found' });
  return row;
}

/** A ticket in somebody's name; its first message are that person's words. Throws `not_found`. */
export async function createTicketFor(
  context: HandlerContext,
  { user_id, body, at, id = uuidv7(), ...asked }: CallBody<'tickets.create_for'>,
): Promise<StaffTicket> {
  const known = await staffTicketById(context, id);
  if (known) return known;
  const person = await visiblePerson(context, user_id);
  const { caller, received_at } = context;
  const begin = { author_id: user_id, created_at: received_at, waiting_since: null, waited_min: 0 };
  const taken = { state: 'taken', responsible_id: caller.user_id, priority: asked.priority } as const;
  const { first_response_due, resolve_due } = await clockColumns(context, { ...begin, ...taken });
  const rev = await context.nextRev();
  const ticket = {
    ...{ ...asked, ...taken, id, author_id: user_id, previous_id: null, taken_at: received_at },
    ...{ first_response_due, resolve_due },
  };
  if (!(await insertTicket(context, ticket, rev))) throw new Refused('not_found');
  const author_name = `${person.first_name} ${person.last_name}`.trim();
  const said = { id, author_id: user_id, author_name, by_staff: false, body, attachments: [], at: received_at };
  if (!(await insertMessage(context, id, said))) throw new Refused('not_found');
  await logTicket(context, { ticket_id: id, command: 'take', claimed_at: at ?? received_at });
  const holders = [caller.user_id];
  context.poke(await ticketAudience(context, { author_id: user_id, holders, isFree: false }));
  const row = await staffTicketById(context, id);
  if (!row) throw new Refused('not_found');
  return row;
}
