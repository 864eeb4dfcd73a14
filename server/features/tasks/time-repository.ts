import { sql } from 'kysely';
import type { RowsContext } from '../../handlers.ts';

/**
 * Returns the number of seconds that the caller worked between two instants. Overlapping slices of several tasks or
 * devices are counted once. Doubtful slices are excluded until they are confirmed; a running slice counts up to the
 * current time.
 */
export async function sumTimeSpent(
  { tx, caller }: RowsContext,
  { from, to, now }: { from: string; to: string; now: string },
): Promise<number> {
  const result = await sql<{ seconds: number }>`
    with slices as (
      select greatest((s->>'from')::timestamptz, ${from}::timestamptz) as began,
        least(coalesce((s->>'to')::timestamptz, ${now}::timestamptz), ${to}::timestamptz) as ended
      from tasks t, jsonb_array_elements(t.slices) s
      where t.scope = ${caller.scope} and t.assignee_id = ${caller.user_id} and t.deleted_at is null
        and (t.closed_at is null or t.closed_at > ${from}::timestamptz - interval '1 day')
        and not (s->>'needs_review')::boolean
    ), parts as (
      select unnest(range_agg(tstzrange(began, ended))) as part from slices where ended > began
    )
    select coalesce(round(extract(epoch from sum(upper(part) - lower(part)))), 0)::int as seconds from parts`.execute(
    tx,
  );
  return result.rows[0]?.seconds ?? 0;
}

/**
 * Returns the start and end of the caller's day that contains an instant, from midnight to midnight in the caller's
 * time zone.
 */
export async function localDay({ tx, caller }: RowsContext, at: string): Promise<{ from: string; to: string }> {
  const zone = caller.time_zone;
  const midnight = (days: number) =>
    sql<string>`((date_trunc('day', ${at}::timestamptz at time zone ${zone}) + ${days} * interval '1 day') at time zone ${zone})`;
  const result = await sql<{ from_at: string; to_at: string }>`
    select ${midnight(0)} as from_at, ${midnight(1)} as to_at`.execute(tx);
  const { from_at, to_at } = result.rows[0] ?? { from_at: at, to_at: at };
  return { from: new Date(from_at).toISOString(), to: new Date(to_at).toISOString() };
}
