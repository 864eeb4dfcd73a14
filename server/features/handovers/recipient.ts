import type { HandoverOfferArgs } from '../../../contract/entities/handover.ts';
import type { RowsContext } from '../../handlers.ts';
import { isPersonActive } from '../contacts/person.ts';
import { currentOwnerOf, refusalOfIdenticalWrite } from './sent-record.ts';

/** Returns the employee responsible for a person who became known to the caller through an earlier refusal. */
async function responsibleFor({ tx, caller }: RowsContext, user_id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('users')
    .select('responsible_id')
    .where('scope', '=', caller.scope)
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.responsible_id ?? null;
}

/** Returns the current owner of a record; undefined if the sender never had access to it. */
async function ownerOf(
  context: RowsContext,
  args: HandoverOfferArgs,
  target: string | null,
): Promise<string | null | undefined> {
  if (target !== null) return responsibleFor(context, target);
  const holder = await currentOwnerOf(context, args);
  if (holder) return holder.holder_id;
  return (await refusalOfIdenticalWrite(context, args)) === null ? undefined : null;
}

/**
 * [Note: Handovers of records the sender had] Returns the current owner of the record or, if there is none, the
 * employee responsible for the caller; blocked users are skipped. Returns null if there is neither. Also returns null
 * for a record to which the caller never had access, so that another user's record gets the same response as a missing
 * record. `target` is the person whom the record is about, if an earlier refusal has determined that person.
 */
export async function recipientOf(
  context: RowsContext,
  args: HandoverOfferArgs,
  target: string | null = null,
): Promise<string | null> {
  const { tx, caller } = context;
  const owner = await ownerOf(context, args, target);
  if (owner === undefined) return null;
  for (const user_id of [owner, caller.user.responsible_id]) {
    if (user_id === null || user_id === caller.user_id) continue;
    if (await isPersonActive({ tx, scope: caller.scope }, user_id)) return user_id;
  }
  return null;
}
