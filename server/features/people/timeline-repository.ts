import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { PersonEvent } from '../../../contract/entities/person-event.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { HandlerContext, RowChange, RowsContext } from '../../handlers.ts';
import { rowChange } from '../../sync/row-change.ts';
import { personName } from '../contacts/person.ts';
import { isInCareOfCaller } from './visible.ts';

const columns = [
  ...(['e.id', 'e.rev', 'e.person_id', 'e.kind', 'e.at', 'e.by_id', 'e.detail'] as const),
  sql<string>`coalesce(${personName('b')}, '')`.as('by_name'),
] as const;

/** Selects the timeline entries of the people in the caller's care. */
function visibleEvents({ tx, caller }: RowsContext) {
  return tx
    .selectFrom('person_events as e')
    .innerJoin('users as p', (join) => join.onRef('p.scope', '=', 'e.scope').onRef('p.id', '=', 'e.person_id'))
    .leftJoin('users as b', (join) => join.onRef('b.scope', '=', 'e.scope').onRef('b.id', '=', 'e.by_id'))
    .where('e.scope', '=', caller.scope)
    .where(isInCareOfCaller(caller, 'p'));
}

const notDeleted = (context: RowsContext) => visibleEvents(context).where('e.deleted_at', 'is', null);

export async function readChangedPersonEvents(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'person_events'>[]> {
  const rows = await visibleEvents(context)
    .select([...columns, 'e.deleted_at'])
    .$call(inRevRange('e.rev', 'e.id', { after, upTo, limit }))
    .execute();
  return rows.map((row) => rowChange(row));
}

export function readPersonEventPage(context: RowsContext, after: string | null, limit: number): Promise<PersonEvent[]> {
  const query = notDeleted(context).select(columns).orderBy('e.id').limit(limit);
  return (after === null ? query : query.where('e.id', '>', after)).execute();
}

export async function countEvents(context: RowsContext): Promise<number> {
  const query = notDeleted(context).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function personEventById(context: RowsContext, id: string): Promise<PersonEvent | null> {
  return (await notDeleted(context).select(columns).where('e.id', '=', id).executeTakeFirst()) ?? null;
}

/** Returns the newest entries of a person's timeline. */
export function readNewestPersonEvents(context: RowsContext, person_id: string, limit: number): Promise<PersonEvent[]> {
  return notDeleted(context)
    .select(columns)
    .where('e.person_id', '=', person_id)
    .orderBy('e.at', 'desc')
    .orderBy('e.id')
    .limit(limit)
    .execute();
}

export interface NewTimelineEvent extends Pick<PersonEvent, 'person_id' | 'kind' | 'by_id' | 'detail'> {
  id?: string;
  /** Time of the event. Default: the time of the request. */
  at?: string;
}

/** Adds a timeline entry with the rev of this transaction. Returns false if the id of the entry is already used. */
export async function addTimelineEvent(
  { tx, scope, received_at, nextRev }: Omit<HandlerContext, 'caller'>,
  { id = uuidv7(), at = received_at, detail, ...event }: NewTimelineEvent,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('person_events')
    .values({
      ...event,
      id,
      at,
      scope,
      rev: await nextRev(),
      detail: JSON.stringify(detail),
      field_revs: '{}',
      created_at: received_at,
      updated_at: received_at,
      deleted_at: null,
      deleted_by: null,
    })
    .onConflict((conflict) => conflict.columns(['scope', 'id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
