import { sql } from 'kysely';
import type { LessonProgress, ReadingSlice } from '../../../contract/entities/lesson-progress.ts';
import { MAX_ROW_SLICES } from '../../../contract/writes/lesson.ts';
import { isAccountLocked } from '../../batch-state.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { Caller, RowChange, RowsContext } from '../../handlers.ts';
import type { Tx } from '../../db/tables.ts';

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL expression for the newest slices in chronological order. */
const newestSlices = sql<ReadingSlice[]>`(select coalesce(jsonb_agg(jsonb_build_object(
    'id', n.id, 'from', ${iso('n.from_at')}, 'to', ${iso('n.to_at')}, 'active_s', n.active_s,
    'needs_review', n.needs_review) order by n.from_at, n.id), '[]')
  from (select s.* from lesson_slices s where s.scope = p.scope and s.user_id = p.user_id and s.lesson_id = p.lesson_id
    order by s.from_at desc, s.id desc limit ${sql.lit(MAX_ROW_SLICES)}) n)`;

const olderSeconds = sql<number>`(select coalesce(sum(o.active_s) filter (where not o.needs_review), 0)::int
  from (select s.active_s, s.needs_review from lesson_slices s where s.scope = p.scope and s.user_id = p.user_id and s.lesson_id = p.lesson_id
    order by s.from_at desc, s.id desc offset ${sql.lit(MAX_ROW_SLICES)}) o)`;

function ownProgress({ tx, caller }: RowsContext) {
  return tx
    .selectFrom('lesson_progress as p')
    .select(['p.lesson_id as id', 'p.rev', 'p.state', 'p.scrolled', 'p.last_read_at', 'p.done_at'])
    .select([newestSlices.as('slices'), olderSeconds.as('older_s')])
    .where('p.scope', '=', caller.scope)
    .where('p.user_id', '=', caller.user_id);
}

export async function readChangedProgress(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'lesson_progress'>[]> {
  const rows = await ownProgress(context)
    .$call(inRevRange('p.rev', 'p.lesson_id', { after, upTo, limit }))
    .execute();
  return rows.map((row) => ({ op: 'put', id: row.id, rev: row.rev, row }));
}

export function readProgressPage(context: RowsContext, after: string | null, limit: number): Promise<LessonProgress[]> {
  const query = ownProgress(context).orderBy('p.lesson_id').limit(limit);
  return (after === null ? query : query.where('p.lesson_id', '>', after)).execute();
}

export async function countProgress({ tx, caller }: RowsContext): Promise<number> {
  const query = tx
    .selectFrom('lesson_progress')
    .where('scope', '=', caller.scope)
    .where('user_id', '=', caller.user_id);
  return (await query.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()).count;
}

export async function progressOf(context: RowsContext, lesson_id: string): Promise<LessonProgress | null> {
  return (await ownProgress(context).where('p.lesson_id', '=', lesson_id).executeTakeFirst()) ?? null;
}

export async function progressOfMany(
  context: RowsContext,
  lesson_ids: readonly string[],
): Promise<Map<string, LessonProgress>> {
  if (lesson_ids.length === 0) return new Map();
  const rows = await ownProgress(context).where('p.lesson_id', 'in', lesson_ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Locks the user's row, so that writes of reading time of the same user run one after another and overlapping time is
 * computed correctly.
 */
export async function lockReader(tx: Tx, caller: Caller): Promise<void> {
  if (isAccountLocked(tx, caller.user_id)) return;
  const row = tx.selectFrom('users').select('id').where('scope', '=', caller.scope).where('id', '=', caller.user_id);
  await row.forNoKeyUpdate().execute();
}

/**
 * Returns the data needed to count a new slice: whether the slice is already stored, the counted slices of any lesson
 * that overlap it, and the total reading time of its day in the user's time zone.
 */
export async function overlappingReading(
  tx: Tx,
  caller: Caller,
  slice: { id: string; from: string; to: string },
): Promise<{ known: boolean; overlapping: { from_at: string; to_at: string }[]; day_s: number }> {
  const ownSlices = () =>
    tx.selectFrom('lesson_slices').where('scope', '=', caller.scope).where('user_id', '=', caller.user_id);
  const overlapping = await ownSlices()
    .select(['id', 'from_at', 'to_at'])
    .where((eb) =>
      eb.or([
        eb('id', '=', slice.id),
        eb.and([eb('from_at', '<', slice.to), eb('to_at', '>', slice.from), eb('needs_review', '=', false)]),
      ]),
    )
    .execute();
  const midnight = sql<string>`date_trunc('day', ${slice.from}::timestamptz at time zone ${caller.time_zone})`;
  const day = await ownSlices()
    .select(sql<number>`coalesce(sum(active_s), 0)::int`.as('seconds'))
    .where('needs_review', '=', false)
    .where('from_at', '>=', sql<string>`(${midnight} at time zone ${caller.time_zone})`)
    .where('from_at', '<', sql<string>`((${midnight} + interval '1 day') at time zone ${caller.time_zone})`)
    .executeTakeFirstOrThrow();
  return { known: overlapping.some((row) => row.id === slice.id), overlapping, day_s: day.seconds };
}

export async function insertReading(
  tx: Tx,
  caller: Caller,
  slice: { id: string; lesson_id: string; from: string; to: string; active_s: number; needs_review: boolean },
  received_at: string,
): Promise<void> {
  const { id, lesson_id, from, to, active_s, needs_review } = slice;
  await tx
    .insertInto('lesson_slices')
    .values({
      scope: caller.scope,
      user_id: caller.user_id,
      id,
      lesson_id,
      from_at: from,
      to_at: to,
      active_s,
      received_at,
      needs_review,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface ProgressChange {
  lesson_id: string;
  rev: number;
  scrolled: number;
  last_read_at: string;
  received_at: string;
  done_at: string | null;
}

/**
 * Saves progress, which never decreases: it keeps the farthest scroll position and the latest reading time, and a
 * lesson that is done stays done until the user reopens it.
 */
export async function saveProgress(tx: Tx, caller: Caller, change: ProgressChange): Promise<void> {
  const { lesson_id, rev, scrolled, last_read_at, received_at, done_at } = change;
  await tx
    .insertInto('lesson_progress')
    .values({
      scope: caller.scope,
      user_id: caller.user_id,
      lesson_id,
      rev,
      state: done_at === null ? 'started' : 'done',
      scrolled,
      last_read_at,
      done_at,
      created_at: received_at,
      updated_at: received_at,
    })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'user_id', 'lesson_id']).doUpdateSet({
        rev,
        state: sql`case when lesson_progress.state = 'done' then 'done' else excluded.state end`,
        scrolled: sql`greatest(lesson_progress.scrolled, excluded.scrolled)`,
        last_read_at: sql`greatest(lesson_progress.last_read_at, excluded.last_read_at)`,
        done_at: sql`coalesce(lesson_progress.done_at, excluded.done_at)`,
        updated_at: received_at,
      }),
    )
    .execute();
}

/**
 * Makes a lesson unfinished again. The scroll position is reset, because the next reading interval would otherwise
 * complete the lesson again.
 */
export async function reopenProgress(
  tx: Tx,
  caller: Caller,
  { lesson_id, rev, received_at }: Pick<ProgressChange, 'lesson_id' | 'rev' | 'received_at'>,
): Promise<void> {
  await tx
    .updateTable('lesson_progress')
    .set({ rev, state: 'started', scrolled: 0, done_at: null, updated_at: received_at })
    .where('scope', '=', caller.scope)
    .where('user_id', '=', caller.user_id)
    .where('lesson_id', '=', lesson_id)
    .execute();
}
