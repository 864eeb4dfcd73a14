import { sql, type RawBuilder } from 'kysely';
import type { StaffMessage, StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import type { TicketAccess } from '../../../contract/values.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { Caller, RowChange, RowsContext } from '../../handlers.ts';
import { personName } from '../contacts/person.ts';
import { isTicketUnassigned, isTicketFullyVisible, isTicketVisible } from './staff-visible.ts';

/** All messages of a ticket, including internal notes. */
const messages = sql<StaffMessage[]>`coalesce((
  select jsonb_agg(jsonb_build_object(
    'id', m.id, 'author_id', m.author_id, 'author_name', ${personName('w')},
    'by_staff', m.by_staff, 'internal', m.internal, 'body', m.body, 'attachments', m.attachments, 'delivery', d.delivery,
    'at', to_char(m.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by m.created_at, m.id)
  from ticket_messages m join users w on w.scope = m.scope and w.id = m.author_id
  left join bot_messages d on d.scope = m.scope and d.id = m.id
  where m.scope = t.scope and m.ticket_id = t.id), '[]')`;

/** Number of characters of an unassigned ticket that employees see before they take it. */
const PREVIEW_CHARACTERS = 200;

/** The beginning of the first message of a ticket in one line. */
const preview = sql<string>`coalesce((select left(regexp_replace(m.body, '\\s+', ' ', 'g'), ${PREVIEW_CHARACTERS}::int)
  from ticket_messages m where m.scope = t.scope and m.ticket_id = t.id and not m.internal
  order by m.created_at, m.id limit 1), '')`;

function accessOf(caller: Caller): RawBuilder<TicketAccess> {
  return sql<TicketAccess>`case when t.responsible_id = ${caller.user_id} then 'own'
    when ${isTicketUnassigned(caller, 't')} then 'free' when ${isTicketFullyVisible(caller, 't')} then 'team' else 'other' end`;
}

/**
 * Columns of a ticket that the caller sees. If the ticket is not visible in full, these are the subject, the state, the
 * assignee and, without an assignee, the first lines.
 */
function columnsFor(caller: Caller) {
  const isInFull = isTicketFullyVisible(caller, 't');
  const ifInFull = <T>(value: RawBuilder<T>) => sql<T | null>`case when ${isInFull} then ${value} end`;
  return [
    ...(['t.id', 't.rev', 't.number', 't.type', 't.subject', 't.state', 't.priority', 't.responsible_id'] as const),
    ...(['t.taken_at', 't.created_at', 't.updated_at', 't.closed_at'] as const),
    ...(['t.first_response_due', 't.first_answered_at'] as const),
    accessOf(caller).as('access'),
    ifInFull(sql<string>`t.author_id`).as('author_id'),
    sql<string>`case when ${isInFull} then ${personName('a')} else a.first_name end`.as('author_name'),
    sql<boolean>`(coalesce(${isInFull}, false) and exists (
      select 1 from telegram_chats g where g.scope = t.scope and g.user_id = t.author_id))`.as('has_telegram'),
    sql<string | null>`case when t.responsible_id is null then null else ${personName('r')} end`.as('responsible_name'),
    ifInFull(sql<string>`t.previous_id`).as('previous_id'),
    sql<string>`case when ${isInFull} then t.reason else '' end`.as('reason'),
    ifInFull(sql<StaffTicket['reject_reason']>`t.reject_reason`).as('reject_reason'),
    ifInFull(sql<string>`t.duplicate_of`).as('duplicate_of'),
    ifInFull(sql<StaffTicket['rating']>`case when t.stars is null then null
      else jsonb_build_object('stars', t.stars, 'comment', t.rating_comment) end`).as('rating'),
    sql<string | null>`case when t.waiting_since is null then t.resolve_due end`.as('resolve_due'),
    ifInFull(sql<string>`t.snooze_until`).as('snooze_until'),
    sql<string>`case when ${isTicketUnassigned(caller, 't')} then ${preview} else '' end`.as('preview'),
  ] as const;
}

const messagesFor = (caller: Caller) =>
  sql<StaffMessage[]>`case when ${isTicketFullyVisible(caller, 't')} then ${messages} else '[]' end`.as('messages');

export function staffTickets({ tx, caller }: RowsContext) {
  return tx
    .selectFrom('tickets as t')
    .innerJoin('users as a', (join) => join.onRef('a.scope', '=', 't.scope').onRef('a.id', '=', 't.author_id'))
    .leftJoin('users as r', (join) => join.onRef('r.scope', '=', 't.scope').onRef('r.id', '=', 't.responsible_id'))
    .where('t.scope', '=', caller.scope);
}

const notDeleted = (context: RowsContext) =>
  staffTickets(context).where('t.deleted_at', 'is', null).where(isTicketVisible(context.caller, 't'));

/** Tickets visible to the caller, without messages. */
export const ticketSummaries = (context: RowsContext) => notDeleted(context).select(columnsFor(context.caller));

const wholeTickets = (context: RowsContext) => ticketSummaries(context).select(messagesFor(context.caller));

/**
 * SQL condition: tickets mirrored on the device. These are open tickets, and tickets closed within the 90 days before
 * the latest change of any ticket. The limit depends on stored data instead of the clock, so that it also works in a
 * database restored from a backup. PostgreSQL runs the subquery once per query, not once per row.
 */
const isRecent = ({ scope }: Caller) =>
  sql<boolean>`(t.closed_at is null or t.closed_at > (select max(n.updated_at) - interval '90 days'
    from tickets n where n.scope = ${scope}))`;

/**
 * Returns tickets that colleagues took from the pool between two revisions, with their new assignee but without
 * personal data.
 */
async function claimedByOthers(context: RowsContext, after: number, upTo: number, limit: number) {
  const { caller } = context;
  const rows = await staffTickets(context)
    .innerJoin('ticket_claims as e', (join) => join.onRef('e.scope', '=', 't.scope').onRef('e.ticket_id', '=', 't.id'))
    .select(columnsFor(caller))
    .select(['e.rev as exit_rev', 't.deleted_at'])
    .where('e.rev', '>', after)
    .where('e.rev', '<=', upTo)
    .where('t.author_id', '<>', caller.user_id)
    .where(sql<boolean>`not coalesce(${isTicketVisible(caller, 't')}, false)`)
    // A ticket that was taken before the caller's account existed was never visible to the caller in the pool.
    .where((eb) => eb.or([eb('t.taken_at', 'is', null), eb('t.taken_at', '>=', caller.user.created_at)]))
    .orderBy('e.rev')
    .orderBy('t.id')
    .limit(limit)
    .execute();
  return rows.map(({ exit_rev: rev, deleted_at, ...row }): RowChange<'staff_tickets'> => {
    const isTaken = deleted_at === null && row.responsible_id !== null && row.taken_at !== null;
    const stub = { ...row, rev, access: 'other', messages: [] } as StaffTicket;
    return isTaken ? { op: 'put', id: row.id, rev, row: stub } : { op: 'del', id: row.id, rev };
  });
}

export async function readChangedStaffTickets(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'staff_tickets'>[]> {
  const { caller } = context;
  if (!caller.is_staff) return [];
  const rows = await staffTickets(context)
    .select(columnsFor(caller))
    .select([messagesFor(caller), 't.deleted_at'])
    .where(isTicketVisible(caller, 't'))
    .$call(inRevRange('t.rev', 't.id', { after, upTo, limit }))
    .execute();
  const visibleChanges = rows.map(({ deleted_at, ...row }): RowChange<'staff_tickets'> =>
    deleted_at === null
      ? { op: 'put', id: row.id, rev: row.rev, row: row as StaffTicket }
      : { op: 'del', id: row.id, rev: row.rev },
  );
  const claimedTickets = await claimedByOthers(context, after, upTo, limit);
  return [...claimedTickets, ...visibleChanges].toSorted((one, two) => one.rev - two.rev).slice(0, limit);
}

export async function readStaffTicketPage(
  context: RowsContext,
  after: string | null,
  limit: number,
): Promise<StaffTicket[]> {
  if (!context.caller.is_staff) return [];
  const query = wholeTickets(context).where(isRecent(context.caller)).orderBy('t.id').limit(limit);
  return (await (after === null ? query : query.where('t.id', '>', after)).execute()) as StaffTicket[];
}

export async function countStaffTickets(context: RowsContext): Promise<number> {
  if (!context.caller.is_staff) return 0;
  const query = notDeleted(context)
    .where(isRecent(context.caller))
    .select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function staffTicketById(context: RowsContext, id: string): Promise<StaffTicket | null> {
  if (!context.caller.is_staff) return null;
  const row = await wholeTickets(context).where('t.id', '=', id).executeTakeFirst();
  return (row as StaffTicket | undefined) ?? null;
}

/**
 * Returns a ticket of another employee in the form that is shown to an employee who tried to take it too late. Null if
 * the ticket does not exist or is still unassigned.
 */
export async function ticketTakenByOther(context: RowsContext, id: string): Promise<StaffTicket | null> {
  const row = await staffTickets(context)
    .select(columnsFor(context.caller))
    .where('t.id', '=', id)
    .where('t.deleted_at', 'is', null)
    .where('t.responsible_id', 'is not', null)
    .where('t.author_id', '<>', context.caller.user_id)
    .executeTakeFirst();
  return row ? ({ ...row, access: 'other', messages: [] } as StaffTicket) : null;
}
