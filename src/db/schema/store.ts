import type { WriteName } from '../../../contract/writes/index.ts';
import { createIdGenerator } from '../../lib/ids.ts';
import type { Channel, Ports } from '../../lib/ports.ts';
import { isViewing } from '../../lib/view-mode.ts';
import { isQuotaError, type PhoneDb } from './db.ts';
import type { Draft, DraftFile, OutboxDeps } from '../outbox/outbox.ts';
import { savedSyncStatus } from '../queries/status.ts';
import type { Actor } from '../outbox/view.ts';

/**
 * The version of the app, raised with every release. It is stored in each write, so that a later version knows which
 * version made the write.
 */
export const APP_VERSION = '0.1.0';

/**
 * Loads the code of the outbox and its schemas, which are not in the bundles of the first screens. A write waits until
 * this code is loaded.
 */
export const loadOutbox = () => import('../outbox/outbox.ts');

/** Modules that are loaded on first use. */
const loadResolve = () => import('../outbox/resolve.ts');
const loadUndo = () => import('../outbox/undo.ts');

/** Database access of a screen. */
export interface Store {
  db: PhoneDb;
  actor: Actor;
  /** Device time, ms. */
  now(): number;
  newId(): string;
  /**
   * Queues one write, which is shown at once and sent when possible. Returns its op id. Throws the same errors as
   * `enqueue`.
   */
  write<K extends WriteName>(draft: Draft<K>): Promise<string>;
  /** Queues several writes in one transaction. */
  writeAll(drafts: readonly Draft[]): Promise<string[]>;
  undo(op_id: string): Promise<boolean>;
  discard(op_id: string): Promise<void>;
  retry(op_id: string): Promise<void>;
  /** Edits and resends a write. This method and those below are described in resolve.ts. */
  supersede(op_id: string, args: unknown, files?: readonly DraftFile[]): Promise<string>;
  resolve(op_id: string, values: Readonly<Record<string, unknown>>): Promise<string | null>;
  restore(op_id: string): Promise<string>;
  handOver(op_id: string): Promise<string>;
  sendFirst(op_id: string): Promise<void>;
}

/** Messages between the tabs, workers and the service worker of one user. */
export type ChannelMessage = { type: 'written' } | { type: 'logged_out' };

export const channelName = (user_id: string): string => `haversack-${user_id}`;

type StorePorts = Pick<Ports, 'clock' | 'random' | 'caches'>;

/** Returns the actor, clock and id generator that a new write needs besides its draft. */
export async function outboxDeps(
  db: PhoneDb,
  actor: Actor,
  ports: Pick<Ports, 'clock' | 'random'>,
): Promise<OutboxDeps> {
  const { clock_offset_ms } = await savedSyncStatus(db);
  return { actor, now: ports.clock.now(), app_version: APP_VERSION, clock_offset_ms, newId: createIdGenerator(ports) };
}

/** Creates a store from database, actor and ports. */
export function createStore(db: PhoneDb, actor: Actor, ports: StorePorts, channel: Channel): Store {
  const newId = createIdGenerator(ports);
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
  const writeAll = (drafts: readonly Draft[]) =>
    run(async (deps) => (await loadOutbox()).enqueue(db, drafts, deps), drafts);
  return {
    db,
    actor,
    now: () => ports.clock.now(),
    newId,
    write: async (draft) => (await writeAll([draft as Draft]))[0]!,
    writeAll,
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
