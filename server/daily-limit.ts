import { sql } from 'kysely';
import { batchStateOf } from './batch-state.ts';
import type { HandlerContext } from './handlers.ts';
import { RefusedForNow } from './http/with-current-row.ts';

/**
 * How many writes of each kind the server accepts from one user per UTC day. The limits are far above what a person
 * does in a long day of work, and the limit for contacts is above the largest import. Exceeding a limit therefore
 * indicates a mistake or abuse.
 */
export const dailyLimits = {
  categories: 500,
  comments: 300,
  contact_matches: 2_000,
  contact_changes: 20_000,
  contacts: 20_000,
  donation_changes: 1_000,
  donations: 200,
  flows: 200,
  handovers: 100,
  imports: 100,
  interactions: 2_000,
  landing_changes: 20_000,
  leads: 500,
  login_links: 20,
  messages: 500,
  notes: 1_000,
  saved_views: 300,
  task_changes: 5_000,
  tasks: 1_000,
  ticket_messages: 300,
  tickets: 50,
  tickets_for_others: 300,
} as const;

export type DailyKind = keyof typeof dailyLimits;

const DAY_MS = 86_400_000;

type Context = Pick<HandlerContext, 'tx' | 'scope' | 'caller' | 'received_at'>;

/** Counts a write of the given kind for the caller. Returns false if that exceeds the daily limit. */
export async function countWithinDailyLimit(
  { tx, scope, caller, received_at }: Context,
  kind: DailyKind,
): Promise<boolean> {
  const batch = batchStateOf(tx);
  if (batch) {
    const { stored = 0, added = 0 } = batch.dailyCounts.get(kind) ?? {};
    batch.dailyCounts.set(kind, { stored, added: added + 1 });
    return stored + added < dailyLimits[kind];
  }
  const { count } = await tx
    .insertInto('daily_counts')
    .values({ scope, user_id: caller.user_id, kind, day: received_at.slice(0, 10), count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'user_id', 'kind', 'day']).doUpdateSet({ count: sql`daily_counts.count + 1` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return count <= dailyLimits[kind];
}

/**
 * Counts one write of the caller within its transaction, so that a failed write is not counted. Call it after all
 * checks but before `nextRev`, which locks the counter of the scope. Throws `daily_limit` with the seconds until the
 * next UTC day.
 */
export async function countDailyWrite(context: Context, kind: DailyKind): Promise<void> {
  if (await countWithinDailyLimit(context, kind)) return;
  const left_ms = DAY_MS - (Date.parse(context.received_at) % DAY_MS);
  throw new RefusedForNow('daily_limit', Math.ceil(left_ms / 1000));
}

/** Locks and returns the caller's counts of the day, in the order of their kinds. */
export async function lockDailyCounts({ tx, scope, caller, received_at }: Context): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('daily_counts')
    .select(['kind', 'count'])
    .where('scope', '=', scope)
    .where('user_id', '=', caller.user_id)
    .where('day', '=', received_at.slice(0, 10))
    .orderBy('kind')
    .forUpdate()
    .execute();
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}

/** Stores what the units of a batch have counted. */
export async function storeDailyCounts({ tx, scope, caller, received_at }: Context): Promise<void> {
  const counted = [...(batchStateOf(tx)?.dailyCounts ?? [])].filter(([, { added }]) => added > 0);
  if (counted.length === 0) return;
  const day = received_at.slice(0, 10);
  const rows = counted.map(([kind, { added }]) => ({ kind, count: added }));
  await sql`insert into daily_counts (scope, user_id, kind, day, count)
    select ${scope}, ${caller.user_id}, c.kind, ${day}::date, c.count
    from json_to_recordset(${JSON.stringify(rows)}::json) as c(kind text, count int) order by c.kind
    on conflict (scope, user_id, kind, day) do update set count = daily_counts.count + excluded.count`.execute(tx);
}
