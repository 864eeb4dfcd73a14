import type { HandlerContext } from '../../handlers.ts';
import { responsibleAndManagerOf } from '../contacts/person.ts';

/**
 * Marks a person's current phone number as wrong if it is the number that was called, or if that number is not known.
 */
export async function markWrongNumber(context: HandlerContext, user_id: string, dialled: string | null): Promise<void> {
  const { tx, caller, received_at } = context;
  const user = tx
    .selectFrom('users')
    .select(['id', 'phone', 'phone_invalid'])
    .where('scope', '=', caller.scope)
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null);
  const person = await user.forNoKeyUpdate().executeTakeFirst();
  if (!person?.phone || person.phone_invalid || (dialled !== null && dialled !== person.phone)) return;
  await tx
    .updateTable('users')
    .set({ phone_invalid: true, rev: await context.nextRev(), updated_at: received_at })
    .where('scope', '=', caller.scope)
    .where('id', '=', user_id)
    .execute();
  context.poke(await responsibleAndManagerOf(context, user_id));
}
