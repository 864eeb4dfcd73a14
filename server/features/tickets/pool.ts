import type { HandlerContext } from '../../handlers.ts';
import { employeeIds } from '../contacts/person.ts';

type TicketContext = Pick<HandlerContext, 'tx' | 'scope'>;

/** Records that a ticket left the pool. Devices that show the ticket get this change with their next pull. */
export async function recordClaim({ tx, scope }: TicketContext, ticket_id: string, rev: number): Promise<void> {
  await tx
    .insertInto('ticket_claims')
    .values({ scope, ticket_id, rev })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function managersOf({ tx, scope }: TicketContext, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('users')
    .select('responsible_id')
    .where('scope', '=', scope)
    .where('id', 'in', ids)
    .execute();
  return rows.flatMap(({ responsible_id }) => responsible_id ?? []);
}

/**
 * Returns the users whose devices need a change of a ticket: the author, the previous and current assignee, their
 * managers and the admins; all employees if the ticket is or was in the pool.
 */
export async function ticketAudience(
  context: TicketContext,
  {
    author_id,
    holders,
    isUnassigned,
  }: { author_id: string; holders: readonly (string | null)[]; isUnassigned: boolean },
): Promise<string[]> {
  if (isUnassigned) return [author_id, ...(await employeeIds(context, 'all'))];
  const assignees = holders.filter((id) => id !== null);
  return [
    author_id,
    ...assignees,
    ...(await managersOf(context, assignees)),
    ...(await employeeIds(context, 'admins')),
  ];
}
