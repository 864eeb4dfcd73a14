import type { WriteName } from '../../contract/writes/index.ts';
import { idMaker } from '../lib/ids.ts';
import type { Channel, Ports } from '../lib/ports.ts';
import type { PhoneDb } from './db.ts';
import type { Draft } from './outbox.ts';
import { savedStatus } from './status.ts';
import type { Actor } from './view.ts';

/** Raised with every release; stored with each write, so that an update can tell who made it. */
export const APP_VERSION = '0.1.0';

/**
 * The verbs of writing, with the schemas they check by: loaded beside the first screen and not before it. A write made
 * in the first moment waits for them.
 */
export const loadOutbox = () => import('./outbox.ts');

/** What a screen may do with the phone's database. */
export interface Store {
  db: PhoneDb;
  actor: Actor;
  /** Phone's clock, ms. */
  now(): number;
  newId(): string;
  /** Queues one write: shown at once, sent when possible. Gives its op id. Throws as `enqueue` does. */
  write<K extends WriteName>(draft: Draft<K>): Promise<string>;
  /** Several in one transaction. */
  writeAll(drafts: readonly Draft[]): Promise<string[]>;
  undo(op_id: string): Promise<boolean>;
  discard(op_id: string): Promise<void>;
  tryAgain(op_id: string): Promise<void>;
}

/** Messages between the tabs, workers and the service worker of one person. */
export type PhoneMessage = { type: 'written' } | { type: 'logged_out' };

export const channelName = (user_id: string): string => `haversack-${user_id}`;

/** Puts a database, an actor and the ports together. */
export function openStore(db: PhoneDb, actor: Actor, ports: Pick<Ports, 'clock' | 'random'>, channel: Channel): Store {
  const newId = idMaker(ports);
  const told = <T>(result: T): T => {
    channel.post({ type: 'written' } satisfies PhoneMessage);
    return result;
  };
  const writeAll = async (drafts: readonly Draft[]): Promise<string[]> => {
    const { clock_offset_ms } = await savedStatus(db);
    const deps = { actor, now: ports.clock.now(), app_version: APP_VERSION, clock_offset_ms, newId };
    const { enqueue } = await loadOutbox();
    return told(await enqueue(db, drafts, deps));
  };
  return {
    db,
    actor,
    now: () => ports.clock.now(),
    newId,
    write: async (draft) => (await writeAll([draft as Draft]))[0]!,
    writeAll,
    undo: async (op_id) => told(await (await loadOutbox()).undo(db, op_id, actor)),
    discard: async (op_id) => told(await (await loadOutbox()).discard(db, op_id, actor)),
    tryAgain: async (op_id) => told(await (await loadOutbox()).tryAgain(db, op_id, actor)),
  };
}
