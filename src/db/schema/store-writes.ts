import type { Channel } from '../../lib/ports.ts';
import { isViewing } from '../../lib/view-mode.ts';
import { enqueue, type Draft, type OutboxDeps } from '../outbox/outbox.ts';
import { outboxDeps } from '../outbox/outbox-deps.ts';
import { isQuotaError } from './db.ts';
import type { ChannelMessage, Store, StorePorts } from './store.ts';

/** Modules that are loaded on first use. */
const loadResolve = () => import('../outbox/resolve.ts');
const loadUndo = () => import('../outbox/undo.ts');

/** The methods of a store that change something. */
export type StoreWrites = Omit<Store, 'db' | 'actor' | 'now' | 'newId' | 'write'>;

interface StoreParts extends Pick<Store, 'db' | 'actor' | 'newId'> {
  ports: StorePorts;
  channel: Channel;
}

/** Creates the methods of a store that change something. */
export function createStoreWrites({ db, actor, ports, channel, newId }: StoreParts): StoreWrites {
  /**
   * Runs a database operation and notifies other contexts. If the disk is full, frees space and retries once. Throws
   * `view_only` while a manager sees the app as someone else, because nothing may change then.
   */
  const run = async <T>(run: (deps: OutboxDeps) => Promise<T>, drafts: readonly Draft[] = []): Promise<T> => {
    if (isViewing()) return (await import('../outbox/refuse-in-view.ts')).refuseChange(drafts);
    const deps = { ...(await outboxDeps(db, actor, ports)), newId };
    const result = await run(deps).catch(async (error: unknown) => {
      if (
        !isQuotaError(error) ||
        (await (await import('../storage/free-up-space.ts')).freeUpSpace(db, ports.caches)) === 0
      )
        throw error;
      return run(deps);
    });
    channel.post({ type: 'written' } satisfies ChannelMessage);
    return result;
  };
  return {
    writeAll: (drafts) => run((deps) => enqueue(db, drafts, deps), drafts),
    undo: (op_id) => run(async () => (await loadUndo()).undoEntry(db, op_id, actor)),
    discard: (op_id) => run(async () => (await loadUndo()).discardEntry(db, op_id, actor)),
    retry: (op_id) => run(async (deps) => (await loadResolve()).retryEntry(db, op_id, deps)),
    supersede: (op_id, args, files) =>
      run(async (deps) => (await loadResolve()).supersedeEntry(db, op_id, args, deps, files)),
    resolve: (op_id, values) => run(async (deps) => (await loadResolve()).resolveConflict(db, op_id, values, deps)),
    restore: (op_id) => run(async (deps) => (await loadResolve()).restoreDeleted(db, op_id, deps)),
    handOver: (op_id) => run(async (deps) => (await loadResolve()).handOverEntry(db, op_id, deps)),
    sendFirst: (op_id) => run(async () => (await loadResolve()).sendFirst(db, op_id)),
  };
}
