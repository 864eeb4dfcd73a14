import { Refused } from '../../../contract/errors.ts';
import { isRenewing, setAutoPay } from '../../../contract/states/subscription.ts';
import type { HandlerContext, WriteHandler, WriteOutcome } from '../../handlers.ts';
import { withCurrentRow } from '../../http/with-current-row.ts';
import { lockSubscription, paymentMethodOf, saveSubscription, subscriptionOf } from './repository.ts';

/**
 * Turns the renewal of the caller's subscription on or off; if `wanted` is undefined, toggles it. Writes nothing if
 * nothing changes. Throws `subscription_state` without a running subscription, and `payment_method_required`.
 */
export async function changeAutoPay(context: HandlerContext, wanted: boolean | undefined): Promise<WriteOutcome> {
  const { tx, scope, caller } = context;
  const owner = { tx, scope, user_id: caller.user_id };
  const locked = await lockSubscription(context, caller.user_id);
  const current = await subscriptionOf(owner);
  if (!locked) throw new Refused('not_found');
  const before = { ...locked.row, method: await paymentMethodOf(owner) };
  const change = () => setAutoPay(before, wanted ?? !isRenewing(before.state));
  const { method: _, ...after } = current ? withCurrentRow(current, change) : change();
  if (after.state === before.state) return { row: current, rev: current?.rev ?? 0 };
  await saveSubscription(context, locked, after);
  const row = await subscriptionOf(owner);
  return { row, rev: row?.rev ?? 0 };
}

export const autoPayHandler: WriteHandler<'subscription.auto_pay'> = (context, { id, args }) => {
  if (id !== context.caller.user_id) throw new Refused('not_found');
  return changeAutoPay(context, args.auto_pay);
};
