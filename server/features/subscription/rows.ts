import type { Subscription } from '../../../contract/entities/subscription.ts';
import type { EntityRows, Erasure, RowsContext } from '../../handlers.ts';
import { readChangedPackages, countPackages, packageById, readPackagePage } from './packages-repository.ts';
import { subscriptionOf } from './repository.ts';

const ownSubscription = ({ tx, caller }: RowsContext): Promise<Subscription | null> =>
  subscriptionOf({ tx, scope: caller.scope, user_id: caller.user_id });

/** Deletes the subscription. Its payments are kept, because receipts must be kept; payments contain no names. */
async function eraseSubscription({ tx, scope, user_id }: Erasure): Promise<void> {
  await tx.deleteFrom('subscriptions').where('scope', '=', scope).where('user_id', '=', user_id).execute();
  await tx.deleteFrom('promo_uses').where('scope', '=', scope).where('user_id', '=', user_id).execute();
}

/** The row source of the caller's own subscription, which is a single row. */
export const subscriptionRows: EntityRows<'subscriptions'> = {
  storage: { table: 'subscriptions', tombstones: false, erase: eraseSubscription },
  changed: async (context, after, upTo) => {
    const row = await ownSubscription(context);
    return row && row.rev > after && row.rev <= upTo ? [{ op: 'put', id: row.id, rev: row.rev, row }] : [];
  },
  page: async (context, after) => {
    const row = await ownSubscription(context);
    return row && (after === null || row.id > after) ? [row] : [];
  },
  count: async (context) => ((await ownSubscription(context)) ? 1 : 0),
  one: async (context, id) => (id === context.caller.user_id ? ownSubscription(context) : null),
};

export const packageRows: EntityRows<'packages'> = {
  storage: { table: 'packages', tombstones: true, erase: 'shared content' },
  changed: readChangedPackages,
  page: readPackagePage,
  count: countPackages,
  one: packageById,
};
