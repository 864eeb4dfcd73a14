import { createIdGenerator } from '../../lib/ids.ts';
import type { Channel } from '../../lib/ports.ts';
import type { Draft } from '../outbox/outbox.ts';
import type { Actor } from '../outbox/view.ts';
import type { PhoneDb } from './db.ts';
import type { Store, StorePorts } from './store.ts';

/**
 * Loads the code of all writes, with the outbox and its schemas, which are not in the bundles of the first screens. A
 * write waits until this code is loaded.
 */
export const loadStoreWrites = () => import('./store-writes.ts');

/** Creates a store from database, actor and ports. */
export function createStore(db: PhoneDb, actor: Actor, ports: StorePorts, channel: Channel): Store {
  const newId = createIdGenerator(ports);
  const writes = async () => (await loadStoreWrites()).createStoreWrites({ db, actor, ports, channel, newId });
  return {
    db,
    actor,
    now: () => ports.clock.now(),
    newId,
    write: async (draft) => (await (await writes()).writeAll([draft as Draft]))[0]!,
    writeAll: async (drafts) => (await writes()).writeAll(drafts),
    undo: async (op_id) => (await writes()).undo(op_id),
    discard: async (op_id) => (await writes()).discard(op_id),
    retry: async (op_id) => (await writes()).retry(op_id),
    supersede: async (...given) => (await writes()).supersede(...given),
    resolve: async (...given) => (await writes()).resolve(...given),
    restore: async (op_id) => (await writes()).restore(op_id),
    handOver: async (op_id) => (await writes()).handOver(op_id),
    sendFirst: async (op_id) => (await writes()).sendFirst(op_id),
  };
}
