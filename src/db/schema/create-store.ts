import { createIdGenerator } from '../../lib/ids.ts';
import type { Channel } from '../../lib/ports.ts';
import type { Draft } from '../outbox/outbox.ts';
import type { Actor } from '../outbox/view.ts';
import type { PhoneDb } from './db.ts';
import { trackWrite } from './pending-writes.ts';
import type { StoreWrites } from './store-writes.ts';
import type { Store, StorePorts } from './store.ts';

/**
 * Loads the code of all writes, with the outbox and its schemas, which are not in the bundles of the first screens. A
 * write waits until this code is loaded.
 */
export const loadStoreWrites = () => import('./store-writes.ts');

/** Creates a store from database, actor and ports. */
export function createStore(db: PhoneDb, actor: Actor, ports: StorePorts, channel: Channel): Store {
  const newId = createIdGenerator(ports);
  const change = <T>(run: (writes: StoreWrites) => Promise<T>): Promise<T> =>
    trackWrite(async () => run((await loadStoreWrites()).createStoreWrites({ db, actor, ports, channel, newId })));
  return {
    db,
    actor,
    now: () => ports.clock.now(),
    newId,
    write: async (draft) => (await change(({ writeAll }) => writeAll([draft as Draft])))[0]!,
    writeAll: (drafts) => change(({ writeAll }) => writeAll(drafts)),
    undo: (op_id) => change(({ undo }) => undo(op_id)),
    discard: (op_id) => change(({ discard }) => discard(op_id)),
    retry: (op_id) => change(({ retry }) => retry(op_id)),
    supersede: (...given) => change(({ supersede }) => supersede(...given)),
    resolve: (...given) => change(({ resolve }) => resolve(...given)),
    restore: (op_id) => change(({ restore }) => restore(op_id)),
    handOver: (op_id) => change(({ handOver }) => handOver(op_id)),
    sendFirst: (op_id) => change(({ sendFirst }) => sendFirst(op_id)),
  };
}
