import { Refused } from '../../../contract/errors.ts';
import { audit } from '../../audit.ts';
import type { CallerContext } from '../../handlers.ts';
import { selfAndHolder } from '../contacts/person.ts';
import { lockInHands, saveEmployee } from './repository.ts';

/**
 * Shuts somebody out or lets them in. [Note: A block] From then on each request of theirs is refused, so that a phone
 * locks at its next contact; open ones hear of it at once by the poke. Their sessions rest and do not end: work that was
 * written before may still be handed over by them, and whoever is let in again goes on where he was.
 * Throws `not_found` for somebody who is not in the caller's hands, `block_self`, `block_admin`.
 */
export async function setBlocked(context: CallerContext, user_id: string, is_blocked: boolean): Promise<void> {
  const { tx, scope, caller, received_at: at, request } = context;
  if (user_id === caller.user_id) throw new Refused('block_self');
  const row = await lockInHands(context, user_id);
  if (!row) throw new Refused('not_found');
  if (row.is_superuser) throw new Refused('block_admin');
  if (row.is_blocked === is_blocked) return;
  const rev = await context.nextRev();
  await saveEmployee(tx, row, { is_blocked, blocked_at: is_blocked ? at : null }, { rev, updated_at: at });
  const where = { ip: request.ip, request_id: request.id };
  const action = is_blocked ? 'blocked' : 'unblocked';
  await audit(tx, { scope, at, action, actor_id: caller.user_id, target_id: user_id, ...where });
  context.poke([caller.user_id, ...selfAndHolder(row)]);
}
