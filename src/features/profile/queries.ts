import type { Me } from '../../../contract/entities/me.ts';
import type { Store } from '../../db/schema/store.ts';

/** Returns the user's account, unsent changes included. */
export async function savedMe(store: Store): Promise<Me | null> {
  return (await store.db.me.get(store.actor.user_id)) ?? null;
}
