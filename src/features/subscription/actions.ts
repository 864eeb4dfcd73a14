import type { Store } from '../../db/schema/store.ts';

/** Turns the automatic renewal of the user's own subscription on or off. */
export function setAutoPay(store: Store, auto_pay: boolean): Promise<string> {
  return store.write({ kind: 'subscription.auto_pay', id: store.actor.user_id, args: { auto_pay } });
}
