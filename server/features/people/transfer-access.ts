import type { User } from '../../db/tables.ts';
import type { HandlerContext } from '../../handlers.ts';
import { revokeAccess } from '../../sync/access-loss.ts';
import { revokeDonations, touchDonations } from '../donations/transfer.ts';
import { employeeIds } from '../contacts/person.ts';

type Context = Omit<HandlerContext, 'caller'>;
type Holder = Pick<User, 'id' | 'responsible_id'> | null | undefined;

/**
 * Returns the ids of the users who can see the people of an employee: the employee and their manager. Admins, who can
 * see everyone, are not included.
 */
const viewersOf = (holder: Holder): string[] =>
  holder ? [holder.id, holder.responsible_id].filter((id) => id !== null && id !== undefined) : [];

/** Pokes everyone who can see a person; if the pool has changed, pokes all employees. */
export async function pokePersonViewers(
  context: Context,
  holders: readonly Holder[],
  { pool = false } = {},
): Promise<void> {
  context.poke([...holders.flatMap(viewersOf), ...(await employeeIds(context, pool ? 'all' : 'admins'))]);
}

/**
 * Gives the timeline entries, interactions and donations of a person the rev of this transaction, so that the devices
 * of everyone who can now see the person fetch them.
 */
async function touchChildren({ tx, scope, nextRev }: Context, person_id: string): Promise<void> {
  const rev = await nextRev();
  await tx
    .updateTable('person_events')
    .set({ rev })
    .where('scope', '=', scope)
    .where('person_id', '=', person_id)
    .where('deleted_at', 'is', null)
    .execute();
  await tx
    .updateTable('interactions')
    .set({ rev })
    .where('scope', '=', scope)
    .where('user_id', '=', person_id)
    .where('deleted_at', 'is', null)
    .execute();
  await touchDonations({ tx, scope }, person_id, rev);
}

/**
 * Transfers access to a person between employees, or into or out of the pool. Devices of users who lose access delete
 * their copy; devices of users who gain access receive all data. Call this function in the transaction that changes the
 * responsible employee, after its rows are locked.
 */
export async function transferAccess(context: Context, person_id: string, from: Holder, to: Holder): Promise<void> {
  const now = viewersOf(to);
  for (const user_id of viewersOf(from)) {
    if (now.includes(user_id)) continue;
    await revokeAccess(context, user_id, 'people', [person_id]);
    await revokeDonations(context, user_id, person_id);
  }
  await touchChildren(context, person_id);
  await pokePersonViewers(context, [from, to], { pool: !from || !to });
}
