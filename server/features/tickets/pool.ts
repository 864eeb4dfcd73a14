import type { HandlerContext } from '../../handlers.ts';
import { employeeIds } from '../contacts/person.ts';

type TicketAccess = Pick<HandlerContext, 'tx' | 'scope'>;

/** Records that a ticket left the pool, and notifies the devices that show it. */
export async function recordClaim({ tx, scope }: TicketAccess, ticket_id: string, rev: number): Promise<void> {
  await tx
    .insertInto('ticket_claims')
    .values({ scope, ticket_id, rev })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function managersOf({ tx, scope }: TicketAccess, ids: readonly string[]): Promise<string[]> {
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
 * Audience of a change: the author, current and previous employees, their managers, and all employees when it was or is
 * free.
 */
export async function ticketAudience(
  place: TicketAccess,
  { author_id, holders, isFree }: { author_id: string; holders: readonly (string | null)[]; isFree: boolean },
): Promise<string[]> {
  if (isFree) return [author_id, ...(await employeeIds(place, 'all'))];
  const known = holders.filter((id) => id !== null);
  return [author_id, ...known, ...(await managersOf(place, known)), ...(await employeeIds(place, 'admins'))];
}
