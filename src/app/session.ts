import type { Me } from '../../contract/entities/me.ts';
import type { SyncApi } from '../bridge/sync-api.ts';
import { openDeviceDb, openPhoneDb, type DeviceDb, type PhoneDb } from '../db/db.ts';
import { deviceId, savedDevice } from '../db/device.ts';
import { savedMeta } from '../db/meta.ts';
import { outboxCounts, savedStatus, type OutboxCounts, type SyncStatus } from '../db/status.ts';
import { channelName, type PhoneMessage } from '../db/store.ts';
import { idMaker } from '../lib/ids.ts';
import { log } from '../lib/log.ts';
import type { Channel, Ports } from '../lib/ports.ts';
import { keepTokenCopy } from './token-copy.ts';

/** What the app itself needs to know of the person and of sync; one live query keeps it fresh. */
export interface Saved {
  me: Me | null;
  status: SyncStatus;
  counts: OutboxCounts;
  token: string | null;
}

export async function readSaved(db: PhoneDb, user_id: string): Promise<Saved> {
  const [me, status, counts, token] = await Promise.all([
    db.me.get(user_id),
    savedStatus(db),
    outboxCounts(db),
    savedMeta(db, 'token'),
  ]);
  return { me: me ?? null, status, counts, token: token ?? null };
}

/** Somebody's database, open. Whether their login still holds is in the status. */
export interface OpenSession {
  kind: 'in';
  user_id: string;
  name: string;
  device_id: string;
  db: PhoneDb;
  channel: Channel;
  /** As it stood when the database was opened. */
  first: Saved;
}

export type SessionState =
  | { kind: 'unknown' }
  | { kind: 'out' }
  | OpenSession
  | { kind: 'leaving' }
  /** Another tab has a newer app and took the database over. */
  | { kind: 'superseded' }
  | { kind: 'failed'; error: unknown };

export interface Session {
  device: DeviceDb;
  current(): SessionState;
  watch(notify: () => void): () => void;
  /** Finds out who is logged in; called at the start and when the tab comes back into sight. */
  open(): Promise<void>;
  entered(login: { user_id: string; token: string }): Promise<void>;
  leave(): Promise<void>;
  sendNow(): Promise<boolean>;
}

type SessionPorts = Pick<Ports, 'indexedDB' | 'IDBKeyRange' | 'clock' | 'random' | 'channel'>;

/** Who is logged in on this phone, and their database. Knows nothing of React. */
export function createSession(ports: SessionPorts, sync: Pick<SyncApi, 'start' | 'turn' | 'logout'>): Session {
  const device = openDeviceDb(ports);
  const watchers = new Set<() => void>();
  let state: SessionState = { kind: 'unknown' };
  let starting: Promise<void> = Promise.resolve();

  const change = (next: SessionState): void => {
    state = next;
    for (const notify of watchers) notify();
  };

  const close = (): void => {
    if (state.kind !== 'in') return;
    state.channel.close();
    state.db.close();
  };

  const start = (user_id: string): void => {
    starting = sync.start(user_id).catch((error: unknown) => log.warn('sync did not start', error));
  };

  /** A log-out in another tab deletes the database; a newer app upgrades it. The first is no news to frighten with. */
  const superseded = (user_id: string): void => {
    void savedDevice(device, 'current_user').then((user) => {
      if (state.kind !== 'in' || state.user_id !== user_id) return;
      change({ kind: user?.id === user_id ? 'superseded' : 'out' });
    });
  };

  const listen = (channel: Channel): void => {
    channel.listen((message) => {
      if ((message as PhoneMessage).type !== 'logged_out' || state.kind !== 'in') return;
      close();
      keepTokenCopy(null);
      change({ kind: 'out' });
    });
  };

  const openFor = async (user: { id: string; name: string }): Promise<void> => {
    const device_id = await deviceId(device, idMaker(ports));
    const db = openPhoneDb(user.id, ports, () => superseded(user.id));
    const first = await readSaved(db, user.id);
    const channel = ports.channel(channelName(user.id));
    listen(channel);
    change({ kind: 'in', user_id: user.id, name: user.name, device_id, db, channel, first });
    // A login that ran out waits for the person; asking again would only flicker.
    if (!first.status.gates.auth) start(user.id);
  };

  const open = async (): Promise<void> => {
    try {
      const user = (await savedDevice(device, 'current_user')) ?? null;
      if (state.kind === 'leaving') return;
      if (state.kind === 'in' && state.user_id === user?.id) return;
      close();
      if (user) await openFor(user);
      else change({ kind: 'out' });
    } catch (error) {
      log.warn('the database did not open', error);
      change({ kind: 'failed', error });
    }
  };

  return {
    device,
    current: () => state,
    watch: (notify) => {
      watchers.add(notify);
      return () => watchers.delete(notify);
    },
    open,
    entered: async ({ user_id, token }) => {
      keepTokenCopy(token);
      const isSame = state.kind === 'in' && state.user_id === user_id;
      await open();
      if (!isSame) return;
      start(user_id);
      await starting;
      void sync.turn();
    },
    sendNow: async () => (await sync.turn()).ok,
    leave: async () => {
      if (state.kind !== 'in') return;
      const { db, channel } = state;
      await starting;
      // First nobody reads the database any more, then it goes.
      change({ kind: 'leaving' });
      channel.close();
      db.close();
      keepTokenCopy(null);
      await sync.logout().catch((error: unknown) => log.warn('logging out broke off', error));
      change({ kind: 'out' });
    },
  };
}
