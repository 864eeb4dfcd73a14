import type { Args } from '../../../contract/writes/index.ts';
import type { Store } from '../../db/store.ts';

/** Queues a change of the account's settings; this phone has applied it already. */
export async function saveSettings(store: Store, change: Args<'settings.update'>): Promise<void> {
  await store.write({ kind: 'settings.update', id: store.actor.user_id, args: change });
}
