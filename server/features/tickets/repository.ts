import { sql, type Insertable, type Updateable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { OwnTicketSummary } from '../../../contract/api-calls/tickets.ts';
import type { Ticket, TicketMessage } from '../../../contract/entities/ticket.ts';
import type { TicketTables } from '../../db/ticket-tables.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { HandlerContext, RowChange, RowsContext } from '../../handlers.ts';
import { containsPattern, countColumns, type PageResult, type PageSpan } from '../../http/paging.ts';
import { rowChange } from '../../sync/row-change.ts';
import { personName } from '../contacts/person.ts';

/** The messages of a ticket, without internal notes. */
const messages = sql<TicketMessage[]>`coalesce((
  select jsonb_agg(jsonb_build_object(
    'id', m.id, 'author_id', m.author_id, 'author_name', ${personName('w')},
    'by_staff', m.by_staff, 'body', m.body, 'attachments', m.attachments,
    'at', to_char(m.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by m.created_at, m.id)
  from ticket_messages m join users w on w.scope = m.scope and w.id = m.author_id
  where m.scope = t.scope and m.ticket_id = t.id and not m.internal), '[]')`;

/** The caller's own tickets, including deleted ones. */
const ownTickets = ({ tx, caller }: RowsContext) =>
  tx
    .selectFrom('tickets as t')
    .leftJoin('users as r', (join) => join.onRef('r.scope', '=', 't.scope').onRef('r.id', '=', 't.responsible_id'))
    .where('t.scope', '=', caller.scope)
    .where('t.author_id', '=', caller.user_id);

const notDeleted = (context: RowsContext) => ownTickets(context).where('t.deleted_at', 'is', null);

const summaryColumns = [
  't.id',
  't.rev',
  't.number',
  't.type',
  't.subject',
  't.state',
  't.priority',
  't.author_id',
  't.responsible_id',
  personName('r').as('responsible_name'),
  't.previous_id',
  't.reason',
  't.reject_reason',
  't.duplicate_of',
  sql<Ticket['rating']>`case when t.stars is null then null
    else jsonb_build_object('stars', t.stars, 'comment', t.rating_comment) end`.as('rating'),
  't.created_at',
  't.updated_at',
  't.closed_at',
] as const;
const columns = [...summaryColumns, messages.as('messages')] as const;

export async function readChangedTickets(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'tickets'>[]> {
  const rows = await ownTickets(context)
    .select([...columns, 't.deleted_at'])
    .$call(inRevRange('t.rev', 't.id', { after, upTo, limit }))
    .execute();
  return rows.map((row) => rowChange(row));
}

export function readTicketPage(context: RowsContext, after: string | null, limit: number): Promise<Ticket[]> {
  const query = notDeleted(context).select(columns).orderBy('t.id').limit(limit);
  return (after === null ? query : query.where('t.id', '>', after)).execute();
}

export async function countTickets(context: RowsContext): Promise<number> {
  const query = notDeleted(context).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

/**
 * Returns the deletion time of one of the caller's own tickets (null if it is not deleted), or undefined if the caller
 * has no ticket with this id.
 */
export function ownTicket(context: RowsContext, id: string): Promise<{ deleted_at: string | null } | undefined> {
  return ownTickets(context).select('t.deleted_at').where('t.id', '=', id).executeTakeFirst();
}

export async function ticketById(context: RowsContext, id: string): Promise<Ticket | null> {
  return (await notDeleted(context).select(columns).where('t.id', '=', id).executeTakeFirst()) ?? null;
}

/** Lists the caller's own tickets, most recently changed first. */
export async function listOwnTickets(
  context: RowsContext,
  { search, state }: { search?: string | undefined; state?: Ticket['state'] | undefined },
  { offset, limit }: PageSpan,
): Promise<PageResult<OwnTicketSummary>> {
  const pattern = containsPattern(search);
  const isFound = pattern === null ? sql`true` : sql`(t.subject ilike ${pattern} or t.number::text ilike ${pattern})`;
  const matches = sql<boolean>`(${isFound} and ${state === undefined ? sql`true` : sql`t.state = ${state}`})`;
  const rows = await notDeleted(context)
    .select(summaryColumns)
    .where(matches)
    .orderBy('t.updated_at', 'desc')
    .orderBy('t.id')
    .offset(offset)
    .limit(limit)
    .execute();
  return { rows, ...(await notDeleted(context).select(countColumns(matches)).executeTakeFirstOrThrow()) };
}

/** Locks one of the caller's own tickets. Returns null if the caller has no ticket with this id. */
export async function lockTicket(context: RowsContext, id: string): Promise<Ticket | null> {
  const { tx, caller } = context;
  const row = await tx
    .selectFrom('tickets')
    .select('id')
    .where('scope', '=', caller.scope)
    .where('id', '=', id)
    .where('author_id', '=', caller.user_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ? ticketById(context, id) : null;
}

/** Fields of a new ticket. Fields that are left out get the values that they have in a ticket created by its author. */
type NewTicket = Pick<Ticket, 'id' | 'type' | 'subject' | 'previous_id'> &
  Partial<Insertable<TicketTables['tickets']>> & {
    first_response_due: string | null;
    resolve_due: string | null;
  };

/**
 * Inserts a ticket with the next number. Returns false if the id of the ticket is already used. Two tickets cannot get
 * the same number, because other transactions of the scope cannot write while this transaction holds the counter.
 */
export async function insertTicket(
  { tx, caller, received_at }: HandlerContext,
  ticket: NewTicket,
  rev: number,
): Promise<boolean> {
  const { scope } = caller;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('tickets')
    .values({
      scope,
      rev,
      field_revs: '{}',
      author_id: caller.user_id,
      created_at: received_at,
      updated_at: received_at,
      number: sql<number>`(select coalesce(max(n.number), 0) + 1 from tickets n where n.scope = ${scope})`,
      state: 'new',
      priority: 'normal',
      channel: 'app',
      responsible_id: null,
      reason: '',
      stars: null,
      rating_comment: '',
      resolved_at: null,
      closed_at: null,
      deleted_at: null,
      deleted_by: null,
      ...ticket,
    })
    .onConflict((conflict) => conflict.columns(['scope', 'id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Appends a message to a ticket. Returns false if the id of the message is already used in any ticket. */
export async function insertMessage(
  { tx, scope, received_at }: HandlerContext,
  ticket_id: string,
  message: TicketMessage & { internal?: boolean },
): Promise<boolean> {
  const { id, author_id, by_staff, internal = false, body, attachments, at } = message;
  const created_at = sql<string>`greatest(${received_at}::timestamptz, (select max(o.created_at) + interval '1 millisecond'
    from ticket_messages o where o.scope = ${scope} and o.ticket_id = ${ticket_id}))`;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('ticket_messages')
    .values({
      scope,
      id,
      ticket_id,
      author_id,
      by_staff,
      internal,
      body,
      attachments: JSON.stringify(attachments),
      written_at: at,
      created_at,
    })
    .onConflict((conflict) => conflict.columns(['scope', 'id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns the columns that a `Ticket` does not contain and that are needed for commands and due times. */
export async function slaColumnsOf({ tx, scope }: HandlerContext, id: string) {
  return tx
    .selectFrom('tickets')
    .select(['author_id', 'created_at', 'waiting_since', 'waited_min', 'state', 'responsible_id', 'priority'])
    .where('scope', '=', scope)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Writes the changes of a command. The row must be locked, and the access of the caller must have been checked. */
export async function updateTicket(
  { tx, scope, received_at: updated_at }: HandlerContext,
  id: string,
  change: Updateable<TicketTables['tickets']> & { rev: number },
): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ ...change, updated_at })
    .where('scope', '=', scope)
    .where('id', '=', id)
    .execute();
}

export async function logTicket(
  { tx, caller, received_at }: HandlerContext,
  line: { ticket_id: string; command: string; claimed_at: string },
): Promise<void> {
  const { scope, user_id: actor_id } = caller;
  await tx
    .insertInto('ticket_log')
    .values({ ...line, scope, id: uuidv7(), actor_id, received_at })
    .execute();
}
