import { sql } from 'kysely';
import type { CalendarEvent } from '../../../contract/entities/event.ts';
import type { EventAnswerValue } from '../../../contract/values.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { RowChange, RowsContext } from '../../handlers.ts';

const summaryColumns = [
  'e.id',
  'e.rev',
  'e.title',
  'e.language',
  'e.starts_at',
  'e.ends_at',
  'e.time_zone',
  'e.place',
  'e.url',
  'e.media',
] as const;
const columns = [...summaryColumns, 'e.description'] as const;

const eventsOf = ({ tx, caller }: RowsContext) => tx.selectFrom('events as e').where('e.scope', '=', caller.scope);
const notDeleted = (context: RowsContext) => eventsOf(context).where('e.deleted_at', 'is', null);

/** Selects the events of which devices keep a copy; see server/content/write-news.ts. */
const mirroredEvents = (context: RowsContext) => notDeleted(context).where('e.is_mirrored', '=', true);

export async function readChangedEvents(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'events'>[]> {
  const rows = await eventsOf(context)
    .select([...columns, 'e.deleted_at', 'e.is_mirrored'])
    .$call(inRevRange('e.rev', 'e.id', { after, upTo, limit }))
    .execute();
  return rows.map(({ deleted_at, is_mirrored, ...row }) => {
    const { id, rev } = row;
    const isOnDevices = deleted_at === null && is_mirrored;
    return isOnDevices ? { op: 'put', id, rev, row: row as CalendarEvent } : { op: 'del', id, rev };
  });
}

export async function readEventPage(
  context: RowsContext,
  after: string | null,
  limit: number,
): Promise<CalendarEvent[]> {
  const query = mirroredEvents(context).select(columns).orderBy('e.id').limit(limit);
  return (await (after === null ? query : query.where('e.id', '>', after)).execute()) as CalendarEvent[];
}

export async function countEvents(context: RowsContext): Promise<number> {
  const query = mirroredEvents(context).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function eventById(context: RowsContext, id: string): Promise<CalendarEvent | null> {
  const row = await mirroredEvents(context).select(columns).where('e.id', '=', id).executeTakeFirst();
  return (row as CalendarEvent | undefined) ?? null;
}

export async function eventExists(context: RowsContext, id: string): Promise<boolean> {
  const row = await notDeleted(context).select('e.id').where('e.id', '=', id).executeTakeFirst();
  return row !== undefined;
}

interface CallerFields {
  answer: EventAnswerValue;
  going_count: number;
}

/** Selects events with the caller's own answer and the number of attendees. */
const selectWithAnswer = (context: RowsContext) =>
  notDeleted(context)
    .leftJoin('event_answers as a', (join) =>
      join
        .onRef('a.scope', '=', 'e.scope')
        .onRef('a.event_id', '=', 'e.id')
        .on('a.user_id', '=', context.caller.user_id),
    )
    .select([
      sql<EventAnswerValue>`coalesce(a.answer, 'none')`.as('answer'),
      sql<number>`(select count(*) from event_answers c
        where c.scope = e.scope and c.event_id = e.id and c.answer = 'going')::int`.as('going_count'),
    ]);

export type EventSummaryRow = Omit<CalendarEvent, 'description'> & CallerFields;

/** Lists events in chronological order. Leaves out events that ended before `after`, unless it is null. */
export async function listEvents(
  context: RowsContext,
  after: string | null,
  limit: number,
): Promise<EventSummaryRow[]> {
  const all = selectWithAnswer(context).select(summaryColumns).orderBy('e.starts_at').orderBy('e.id').limit(limit);
  return (await (after === null ? all : all.where('e.ends_at', '>', after)).execute()) as EventSummaryRow[];
}

export async function eventWithAnswer(
  context: RowsContext,
  id: string,
): Promise<(CalendarEvent & CallerFields) | null> {
  const row = await selectWithAnswer(context).select(columns).where('e.id', '=', id).executeTakeFirst();
  return (row as (CalendarEvent & CallerFields) | undefined) ?? null;
}
