import { isEmployee, isManager, type RoleFlags } from '../../../contract/roles.ts';
import type { User } from '../../db/tables.ts';
import type { HandlerContext } from '../../handlers.ts';
import { revokeAccess } from '../../sync/access-loss.ts';
import { employeeIds } from '../contacts/person.ts';
import { revokeDonations } from '../donations/transfer.ts';
import { transferAccess } from '../people/transfer-access.ts';

const roleFlags = ['is_staff', 'is_manager', 'is_superuser'] as const;

export const areRolesChanged = (before: RoleFlags, after: RoleFlags): boolean =>
  roleFlags.some((flag) => before[flag] !== after[flag]);

/** Whether the account loses a role. Losing a role also ends its sessions. */
export const losesRole = (before: RoleFlags, after: RoleFlags): boolean =>
  roleFlags.some((flag) => before[flag] && !after[flag]);

/** Returns the employee who is responsible for an account; null if there is none. */
async function responsibleFor(
  { tx, scope }: Pick<HandlerContext, 'tx' | 'scope'>,
  { responsible_id }: Pick<User, 'responsible_id'>,
): Promise<User | null> {
  if (responsible_id === null) return null;
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where('scope', '=', scope)
    .where('id', '=', responsible_id)
    .executeTakeFirst();
  return row ?? null;
}

/** The columns that are derived from the roles of an account. */
export type RoleColumns = Partial<
  Pick<User, 'roles_rev' | 'responsible_id' | 'status' | 'waiting_since' | 'claimed_rev'>
>;

/**
 * Returns the columns that change together with the roles of an account. A person who becomes an employee is no longer
 * in the care of the responsible employee, but joins the team of that employee's manager (or of that employee, if the
 * employee is a manager). A waiting lead leaves the pool.
 */
export async function roleColumnsOf(
  context: Pick<HandlerContext, 'tx' | 'scope'>,
  before: User,
  after: RoleFlags,
  rev: number,
): Promise<RoleColumns> {
  if (!areRolesChanged(before, after)) return {};
  if (isEmployee(before) || !isEmployee(after)) return { roles_rev: rev };
  const responsible = await responsibleFor(context, before);
  const isManaged = responsible !== null && isManager(responsible);
  return {
    roles_rev: rev,
    responsible_id: (isManaged ? responsible.id : responsible?.responsible_id) ?? null,
    ...(before.status === 'waiting' && { status: 'active', waiting_since: null, claimed_rev: rev }),
  };
}

/**
 * After a change of the roles of an account, grants other users access to its data or revokes their access, so that
 * their devices fetch or delete the data. The devices of the account itself fetch everything again. See: [Note: Roles
 * and cursors]
 *
 * [Note: People of a former employee] The people, leads, tasks and tickets of an employee who becomes a member stay
 * assigned to the former employee until a manager reassigns them. The former employee no longer sees these records; the
 * manager of the former employee and admins still see them.
 */
export async function transferRoleAccess(context: HandlerContext, before: User, after: RoleFlags): Promise<void> {
  const { id } = before;
  const responsible = await responsibleFor(context, before);
  if (!isEmployee(before) && isEmployee(after)) {
    for (const user_id of await employeeIds(context, 'admins')) {
      await revokeAccess(context, user_id, 'people', [id]);
      await revokeDonations(context, user_id, id);
    }
    await transferAccess(context, id, responsible, null);
  }
  if (isEmployee(before) && !isEmployee(after)) {
    for (const user_id of await employeeIds(context, 'all')) await revokeAccess(context, user_id, 'employees', [id]);
    await transferAccess(context, id, null, responsible);
  }
}
