import type { Person } from '../../../contract/entities/person.ts';
import type { Tx, User } from '../../db/tables.ts';
import type { HandlerContext } from '../../handlers.ts';
import { responsibleAndManagerOf } from '../contacts/person.ts';

/** A time in the past for `return_check_at`, so that the next run checks the lead. */
export const CHECK_NOW = new Date(0).toISOString();

/** The columns that determine when a lead with whom no one has worked returns to the pool. */
export type ReturnColumns = Partial<Pick<User, 'assigned_at' | 'return_warned_at' | 'returns_at' | 'return_check_at'>>;

/**
 * Returns the columns to write when a person changes. The time until the return restarts with each assignment, and is
 * removed when the person is no longer a lead.
 */
export function returnColumns(before: Person, after: Person, at: string): ReturnColumns {
  const isLead = ({ status, responsible_id }: Person) => status === 'processing' && responsible_id !== null;
  const noReturnTimes = { return_warned_at: null, returns_at: null };
  if (!isLead(after)) return isLead(before) ? noReturnTimes : {};
  if (isLead(before) && before.responsible_id === after.responsible_id) return {};
  return { ...noReturnTimes, assigned_at: at, return_check_at: CHECK_NOW };
}

/**
 * Withdraws the warning about the return of a lead after the employee has worked with the lead. Does nothing for a lead
 * without a warning, because the check before the warning also looks for work with the lead.
 */
export async function withdrawReturnWarning(
  context: HandlerContext,
  { person_id, employee_id }: { person_id: string; employee_id: string },
): Promise<void> {
  const { tx, caller } = context;
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('scope', '=', caller.scope)
    .where('id', '=', person_id)
    .where('responsible_id', '=', employee_id)
    .where('returns_at', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return;
  await tx
    .updateTable('users')
    .set({ return_warned_at: null, returns_at: null, return_check_at: null, rev: await context.nextRev() })
    .where('scope', '=', caller.scope)
    .where('id', '=', person_id)
    .execute();
  context.poke(await responsibleAndManagerOf(context, person_id));
}

/** Makes the next run check a lead again, because work with the lead was undone. */
export async function checkLeadAgain({ tx, caller }: HandlerContext, person_id: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ return_check_at: CHECK_NOW })
    .where('scope', '=', caller.scope)
    .where('id', '=', person_id)
    .where('return_check_at', 'is', null)
    .execute();
}

/** Makes the next run check all leads of an employee again, because the employee's work times have changed. */
export async function checkAllLeadsAgain(tx: Tx, { scope, id }: Pick<User, 'scope' | 'id'>): Promise<void> {
  await tx
    .updateTable('users')
    .set({ return_check_at: CHECK_NOW })
    .where('scope', '=', scope)
    .where('responsible_id', '=', id)
    .where('status', '=', 'processing')
    .where('return_check_at', 'is not', null)
    .execute();
}
