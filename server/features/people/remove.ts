import type { Person } from '../../../contract/entities/person.ts';
import { Refused } from '../../../contract/errors.ts';
import { isNameTyped } from '../../../contract/states/lead.ts';
import { addAuditEntry } from '../../audit.ts';
import type { HandlerContext, WriteHandler } from '../../handlers.ts';
import { addJob } from '../../jobs/queue.ts';
import { DELETE_AFTER_DAYS } from '../accounts/deletion.ts';
import { endSessions } from '../accounts/revoke-sessions.ts';
import { leaveTeam } from '../team/counts.ts';
import { pokePersonViewers } from './transfer-access.ts';
import { cancelReasons } from './labels.ts';
import { lockPersonOrThrow } from './lock.ts';
import { cancelOpenTasks } from './tasks.ts';

const DAY_MS = 86_400_000;

async function markRemoved(context: HandlerContext, { id, status }: Person): Promise<number> {
  const { tx, scope, caller, received_at: at, nextRev } = context;
  // Request the revision first, as a registration does. The lock of the counter then makes removals and registrations
  // run one after another, so that none of them waits for team counts that another transaction has locked.
  const rev = await nextRev();
  await leaveTeam(tx, scope, id);
  await tx
    .updateTable('users')
    .set({
      deleted_at: at,
      deleted_by: caller.user_id,
      is_active: false,
      rev,
      updated_at: at,
      ...(status === 'waiting' && { claimed_rev: rev }),
    })
    .where('scope', '=', scope)
    .where('id', '=', id)
    .execute();
  return rev;
}

/**
 * Removes a person. Only a manager may do this, and must type the person's name as confirmation. A job erases the
 * personal data later. Throws `forbidden`, `name_mismatch`, `not_found`.
 */
export const removeLeadHandler: WriteHandler<'lead.remove'> = async (context, { id, args }) => {
  const { tx, scope, caller, received_at: at } = context;
  const { person, holder } = await lockPersonOrThrow(context, id);
  if (!caller.is_manager) throw new Refused('forbidden');
  if (!isNameTyped(person, args.typed_name)) throw new Refused('name_mismatch', { typed_name: 'name_mismatch' });
  await cancelOpenTasks(context, id, cancelReasons.removed[caller.user.language]);
  const rev = await markRemoved(context, person);
  await endSessions(context, id, null);
  const run_at = new Date(Date.parse(at) + DELETE_AFTER_DAYS * DAY_MS).toISOString();
  await addJob(tx, { scope, at, run_at }, 'erase_removed', { user_id: id });
  await addAuditEntry(tx, { scope, at, action: 'person_removed', actor_id: caller.user_id, target_id: id });
  await pokePersonViewers(context, [holder], { pool: person.status === 'waiting' });
  return { row: null, rev };
};
