import { Refused } from '../../../contract/errors.ts';
import { hasAccess, type AccessFlags } from '../../../contract/roles.ts';
import { addAuditEntry } from '../../audit.ts';
import type { User } from '../../db/tables.ts';
import type { CallerContext } from '../../handlers.ts';
import { endSessions, endSessionsByBlock } from '../accounts/revoke-sessions.ts';
import { selfAndResponsibleOf } from '../contacts/person.ts';
import { lockBlockable, saveEmployee } from './repository.ts';

type Access = AccessFlags & Pick<User, 'blocked_at'>;

/**
 * Returns the time at which an account lost its access, after its flags were changed at `at`; null if the account has
 * access.
 */
export function blockTimeAfter(before: Access, after: AccessFlags, at: string): string | null {
  if (hasAccess(after)) return null;
  return hasAccess(before) ? at : before.blocked_at;
}

/**
 * Ends the sessions of an account that has lost or regained its access. [Note: A block] While a person is blocked or
 * not active, all their requests are rejected, so that a device locks at its next request. The devices are poked, so
 * that an open app sends its next request immediately. Sessions and event streams end, so that after an unblock the
 * person must log in again. Until then, requests with their tokens are refused with `blocked`, except to hand over work
 * from before the block.
 */
export async function endSessionsOnAccessChange(
  context: CallerContext,
  user_id: string,
  before: AccessFlags,
  after: AccessFlags,
): Promise<void> {
  if (hasAccess(before) === hasAccess(after)) return;
  if (hasAccess(after)) await endSessions(context, user_id, null);
  else await endSessionsByBlock(context, user_id);
}

/**
 * Blocks or unblocks a person. See: [Note: A block]. Throws `block_self` if the caller is this person, `not_found` if
 * the caller may not block this person, and `block_admin` if this person is an admin.
 */
export async function setBlocked(context: CallerContext, user_id: string, is_blocked: boolean): Promise<void> {
  const { tx, scope, caller, received_at: at, request } = context;
  if (user_id === caller.user_id) throw new Refused('block_self');
  const row = await lockBlockable(context, user_id);
  if (!row) throw new Refused('not_found');
  if (row.is_superuser) throw new Refused('block_admin');
  if (row.is_blocked === is_blocked) return;
  const rev = await context.nextRev();
  const next = { is_blocked, is_active: row.is_active };
  await saveEmployee(tx, row, { is_blocked, blocked_at: blockTimeAfter(row, next, at) }, { rev, updated_at: at });
  await endSessionsOnAccessChange(context, user_id, row, next);
  const requestFacts = { ip: request.ip, request_id: request.id };
  const action = is_blocked ? 'blocked' : 'unblocked';
  await addAuditEntry(tx, { scope, at, action, actor_id: caller.user_id, target_id: user_id, ...requestFacts });
  context.poke([caller.user_id, ...selfAndResponsibleOf(row)]);
}
