import { sql } from 'kysely';
import type { EventAnswer } from '../../../contract/entities/event-answer.ts';
import type { EventAnswerValue } from '../../../contract/values.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { RowChange, RowsContext } from '../../handlers.ts';

const ownAnswers = ({ tx, caller }: RowsContext) =>
  tx.selectFrom('event_answers').where('scope', '=', caller.scope).where('user_id', '=', caller.user_id);

const columns = ['event_id as id', 'rev', 'answer', 'answered_at'] as const;

export async function readChangedAnswers(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'event_answers'>[]> {
  const rows = await ownAnswers(context)
    .select(columns)
    .$call(inRevRange('rev', 'event_id', { after, upTo, limit }))
    .execute();
  return rows.map((row) => ({ op: 'put', id: row.id, rev: row.rev, row }));
}

export function readAnswersPage(context: RowsContext, after: string | null, limit: number): Promise<EventAnswer[]> {
  const query = ownAnswers(context).select(columns).orderBy('event_id').limit(limit);
  return (after === null ? query : query.where('event_id', '>', after)).execute();
}

export async function countAnswers(context: RowsContext): Promise<number> {
  const query = ownAnswers(context).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function readAnswer(context: RowsContext, event_id: string): Promise<EventAnswer | null> {
  return (await ownAnswers(context).select(columns).where('event_id', '=', event_id).executeTakeFirst()) ?? null;
}

/** Locks the caller's answer to an event, so that writes from two devices run one after the other. */
export async function lockAnswer(context: RowsContext, event_id: string): Promise<EventAnswer | null> {
  const query = ownAnswers(context).select(columns).where('event_id', '=', event_id).forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/** Stores the caller's answer to an event. The answer that the server receives last replaces earlier ones. */
export async function saveAnswer(
  { tx, caller }: RowsContext,
  given: { event_id: string; answer: EventAnswerValue; rev: number; answered_at: string; received_at: string },
): Promise<void> {
  const { received_at, event_id, ...change } = given;
  await tx
    .insertInto('event_answers')
    .values({
      ...change,
      event_id,
      scope: caller.scope,
      user_id: caller.user_id,
      created_at: received_at,
      updated_at: received_at,
    })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'user_id', 'event_id']).doUpdateSet({ ...change, updated_at: received_at }),
    )
    .execute();
}
