import type { User } from '../../db/tables.ts';
import type { HandlerContext } from '../../handlers.ts';
import { revokeAccess } from '../../sync/access-loss.ts';
import { employeeIds } from '../contacts/person.ts';

type Context = Omit<HandlerContext, 'caller'>;
type Holder = Pick<User, 'id' | 'responsible_id'> | null | undefined;

/** Who sees a person of this employee: the employee and their manager. Admins see everyone. */
const viewersOf = (holder: Holder): string[] =>
  holder ? [holder.id, holder.responsible_id].filter((id) => id !== null && id !== undefined) : [];

/** Wakes everyone who sees the person; all employees when the pool changed. */
export async function notify(context: Context, holders: readonly Holder[], { pool = false } = {}): Promise<void> {
  context.poke([...holders.flatMap(viewersOf), ...(await employeeIds(context, pool ? 'all' : 'admins'))]);
}

/** Gives a person's dependents this transaction's rev, so that they reach everyone who sees the person now. */
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
}

/**
 * Moves a person between employees, out of the pool or back. Those who lose access lose their copy; those who gain it
 * receive everything. Call in the transaction that changes the responsible employee, after its rows are locked.
 */
export async function transferAccess(context: Context, person_id: string, from: Holder, to: Holder): Promise<void> {
  const now = viewersOf(to);
  for (const user_id of viewersOf(from))
    if (!now.includes(user_id)) await revokeAccess(context, user_id, 'people', [person_id]);
  await touchChildren(context, person_id);
  await notify(context, [from, to], { pool: !from || !to });
}
