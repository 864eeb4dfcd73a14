import type { WriteName } from '../../../contract/writes/index.ts';
import type { Ports } from '../../lib/ports.ts';
import type { Draft, DraftFile } from '../outbox/outbox.ts';
import type { PhoneDb } from './db.ts';
import type { Actor } from '../outbox/view.ts';

/** Database access of a screen. */
export interface Store {
  db: PhoneDb;
  actor: Actor;
  /** Returns the device time in ms. */
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

export type StorePorts = Pick<Ports, 'clock' | 'random' | 'caches'>;
