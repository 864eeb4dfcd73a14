import type { Me } from '../../../contract/entities/me.ts';
import type { Package } from '../../../contract/entities/package.ts';
import type { Subscription } from '../../../contract/entities/subscription.ts';
import { savedBadges, type RowBadge } from '../../db/queries/badges.ts';
import type { Store } from '../../db/schema/store.ts';

export interface Account {
  me: Me;
  /** The user's subscription; null if there never was one. */
  subscription: Subscription | null;
  /** Unsent changes of the subscription. */
  badge: RowBadge | undefined;
  /** The packages that are on sale, in their order. */
  packages: readonly Package[];
}

/** Returns the account, its subscription and the packages on sale, as this device knows them. */
export async function savedAccount({ db, actor }: Store): Promise<Account | null> {
  const me = await db.me.get(actor.user_id);
  if (!me) return null;
  const subscription = (await db.subscriptions.get(actor.user_id)) ?? null;
  const badge = (await savedBadges(db, 'subscriptions')).get(actor.user_id);
  return { me, subscription, badge, packages: await db.packages.orderBy('position').toArray() };
}
