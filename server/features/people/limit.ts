import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { User } from '../../db/tables.ts';
import type { HandlerContext } from '../../handlers.ts';

type Context = Omit<HandlerContext, 'caller'>;

/**
 * Returns the number of leads that an employee has received today. A lead counts until the next midnight after its
 * assignment, in the time zone that the employee had at that time. A change of the time zone therefore does not start a
 * new day.
 */
export async function leadsReceivedToday({ tx, scope, received_at }: Context, user_id: string): Promise<number> {
  const row = await tx
    .selectFrom('lead_claims')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .where('counts_until', '>', received_at)
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Records that an employee has received a lead. Call it with the row of the employee locked, so that the limit holds.
 */
export async function recordLeadReceived(
  { tx, scope, received_at: at }: Context,
  holder: Pick<User, 'id' | 'time_zone'>,
  person_id: string,
  kind: 'take' | 'auto' | 'assign',
): Promise<void> {
  const zone = holder.time_zone;
  await tx
    .insertInto('lead_claims')
    .values({
      scope,
      id: uuidv7(),
      user_id: holder.id,
      person_id,
      kind,
      at,
      counts_until: sql<string>`((date_trunc('day', ${at}::timestamptz at time zone ${zone}) + interval '1 day')
        at time zone ${zone})`,
    })
    .execute();
}
