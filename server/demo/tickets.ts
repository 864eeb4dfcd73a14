import { uuidv7 } from 'uuidv7';
import type { TicketState } from '../../contract/filter-values.ts';
import type { Tx } from '../db/tables.ts';
import { slaClockColumns } from '../features/tickets/sla.ts';
import { demoTickets, type DemoTicket } from './ticket-texts.ts';

const HOUR_MS = 3_600_000;

const finishedStates: readonly TicketState[] = ['closed', 'rejected', 'cancelled'];

interface SeedContext {
  tx: Tx;
  scope: string;
  now: Date;
  rev: number;
  ids: ReadonlyMap<string, string>;
}

/** Returns the time of the message with the given index. The messages of a ticket are one hour apart. */
const timeOf =
  ({ now }: SeedContext, { hours_ago }: DemoTicket) =>
  (turn: number): string =>
    new Date(now.getTime() - hours_ago * HOUR_MS + turn * HOUR_MS).toISOString();

async function seedTicket(place: SeedContext, ticket: DemoTicket, number: number): Promise<void> {
  const { tx, scope, rev, ids } = place;
  const { type, subject, state, priority = 'normal', holder, said, rejected } = ticket;
  const at = timeOf(place, ticket);
  const [id, author_id] = [uuidv7(), ids.get(ticket.by) ?? ''];
  const responsible_id = holder === undefined ? null : (ids.get(holder) ?? null);
  const last = at(said.length - 1);
  const isOver = finishedStates.includes(state);
  const timing = { author_id, created_at: at(0), waiting_since: null, waited_min: 0, state, responsible_id, priority };
  const clock = await slaClockColumns({ tx, scope, received_at: last }, timing);
  await tx
    .insertInto('tickets')
    .values({
      scope,
      id,
      rev,
      field_revs: '{}',
      type,
      subject,
      state,
      number,
      priority,
      ...clock,
      channel: 'app',
      author_id,
      responsible_id,
      previous_id: null,
      reason: rejected?.text ?? '',
      stars: state === 'closed' ? 5 : null,
      rating_comment: '',
      reject_reason: rejected?.reason ?? null,
      resolved_at: state === 'closed' || state === 'resolved' ? last : null,
      closed_at: isOver ? last : null,
      taken_at: responsible_id && at(0),
      first_answered_at: said.length > 1 ? at(1) : null,
      created_at: at(0),
      updated_at: last,
      deleted_at: null,
      deleted_by: null,
    })
    .execute();
  const messages = said.map((body, turn) => {
    const by_staff = turn % 2 === 1;
    const author = by_staff ? (responsible_id ?? '') : author_id;
    const times = { written_at: at(turn), created_at: at(turn) };
    return { ...times, scope, id: turn === 0 ? id : uuidv7(), ticket_id: id, author_id: author, by_staff, body };
  });
  const plain = { internal: false, attachments: '[]' };
  await tx
    .insertInto('ticket_messages')
    .values(messages.map((message) => ({ ...message, ...plain })))
    .execute();
  if (ticket.note === undefined || responsible_id === null) return;
  const internalNote = { id: uuidv7(), ticket_id: id, author_id: responsible_id, by_staff: true, body: ticket.note };
  const times = { written_at: at(said.length), created_at: at(said.length) };
  await tx
    .insertInto('ticket_messages')
    .values({ ...internalNote, ...times, ...plain, scope, internal: true })
    .execute();
}

/** Seeds tickets of the demo learner and people, in every state. The learner has a linked Telegram chat. */
export async function seedTickets(
  tx: Tx,
  ids: ReadonlyMap<string, string>,
  { scope, now, rev }: { scope: string; now: Date; rev: number },
): Promise<void> {
  const place = { tx, scope, now, rev, ids };
  for (const [index, ticket] of demoTickets.entries()) await seedTicket(place, ticket, index + 1);
  const user_id = ids.get('learner@example.org') ?? '';
  await tx
    .insertInto('telegram_chats')
    .values({ scope, user_id, chat_id: user_id, linked_at: now.toISOString() })
    .execute();
}
