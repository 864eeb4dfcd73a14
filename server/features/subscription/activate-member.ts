import type { User } from '../../db/tables.ts';
import type { LedgerContext } from '../payments/purpose.ts';
import { pokePersonViewers } from '../people/transfer-access.ts';
import { addTimelineEvent } from '../people/timeline-repository.ts';

/**
 * Marks a lead who has paid for a subscription as active, and removes the lead from the pool. The account must be
 * locked. Does nothing if the account is not a lead.
 */
export async function activateMember(context: LedgerContext, user: User): Promise<void> {
  if (user.status !== 'waiting' && user.status !== 'processing') return;
  const { tx, scope } = context;
  const rev = await context.nextRev();
  const isInPool = user.status === 'waiting';
  await tx
    .updateTable('users')
    .set({
      status: 'active',
      waiting_since: null,
      return_warned_at: null,
      returns_at: null,
      rev,
      ...(isInPool && { claimed_rev: rev }),
    })
    .where('scope', '=', scope)
    .where('id', '=', user.id)
    .execute();
  const detail = { from: user.status, to: 'active', why: 'subscription' };
  await addTimelineEvent(context, { person_id: user.id, kind: 'status', by_id: null, detail });
  const holder = user.responsible_id && { id: user.responsible_id, responsible_id: null };
  await pokePersonViewers(context, [holder || null], { pool: isInPool });
}
