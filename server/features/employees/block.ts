import { Refused } from '../../../contract/errors.ts';
import { audit } from '../../audit.ts';
import type { CallerContext } from '../../handlers.ts';
import { endSessions, endSessionsByBlock } from '../accounts/revoke-sessions.ts';
import { selfAndResponsible } from '../contacts/person.ts';
import { lockBlockable, saveEmployee } from './repository.ts';

/**
 * Blocks or unblocks a person. [Note: A block] While a person is blocked, all their requests are rejected, so that a
 * device locks at its next request; open devices notice immediately because they are poked. Sessions and event streams
 * end, so that after an unblock the person must log in again. Until then, their tokens get `blocked` as a response and
 * can be used only to hand over earlier work. Throws `not_found` if the caller may not block this person, `block_self`
 * or `block_admin`.
 */
export async function setBlocked(context: CallerContext, user_id: string, is_blocked: boolean): Promise<void> {
  const { tx, scope, caller, received_at: at, request } = context;
  if (user_id === caller.user_id) throw new Refused('block_self');
  const row = await lockBlockable(context, user_id);
  if (!row) throw new Refused('not_found');
  if (row.is_superuser) throw new Refused('block_admin');
  if (row.is_blocked === is_blocked) return;
  const rev = await context.nextRev();
  await saveEmployee(tx, row, { is_blocked, blocked_at: is_blocked ? at : null }, { rev, updated_at: at });
  if (is_blocked) await endSessionsByBlock(context, user_id);
  else await endSessions(context, user_id, null);
  const requestFacts = { ip: request.ip, request_id: request.id };
  const action = is_blocked ? 'blocked' : 'unblocked';
  await audit(tx, { scope, at, action, actor_id: caller.user_id, target_id: user_id, ...requestFacts });
  context.poke([caller.user_id, ...selfAndResponsible(row)]);
}
