import { sql } from 'kysely';
import type { HandlerContext } from './handlers.ts';
import { RefusedForNow } from './http/with-current-row.ts';

/**
 * How many writes of a kind the server accepts from one person per UTC day: far more than a long day of work, and
 * contacts as many as the largest import. More is a mistake or abuse.
 */
export const dailyLimits = {
  categories: 500,
  comments: 300,
  contact_matches: 2_000,
  contact_changes: 20_000,
  contacts: 20_000,
  handovers: 100,
  interactions: 2_000,
  leads: 500,
  login_links: 20,
  messages: 500,
  notes: 1_000,
  task_changes: 5_000,
  tasks: 1_000,
  ticket_messages: 300,
  tickets: 50,
  tickets_for_others: 300,
} as const;

export type DailyKind = keyof typeof dailyLimits;

const DAY_MS = 86_400_000;

type Context = Pick<HandlerContext, 'tx' | 'scope' | 'caller' | 'received_at'>;

/** Counts one more of a kind for the caller. Returns false once the limit of the day is passed. */
export async function isLeftToday({ tx, scope, caller, received_at }: Context, kind: DailyKind): Promise<boolean> {
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
 * Counts one write of the caller in its transaction, so that a write that fails is not counted. Call it after the checks
 * and before `nextRev`: it locks the counter. Throws `daily_limit` with the seconds until the next UTC day.
 */
export async function countToday(context: Context, kind: DailyKind): Promise<void> {
  if (await isLeftToday(context, kind)) return;
  const left_ms = DAY_MS - (Date.parse(context.received_at) % DAY_MS);
  throw new RefusedForNow('daily_limit', Math.ceil(left_ms / 1000));
}
