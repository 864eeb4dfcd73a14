import type { LogoutMode, LogoutResult } from '../../src/lib/logout.ts';
import type { Done } from '../../src/bridge/sync-api.ts';
import type { Group } from '../../contract/entities/define.ts';
import type { listCalls } from './pages.ts';
import { openDeviceDb, openPhoneDb, type DeviceDb, type PhoneDb } from '../../src/db/schema/db.ts';
import { actorOf } from '../../src/db/outbox/actor.ts';
import { deviceId, savedDevice } from '../../src/db/schema/device.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { savedStatus } from '../../src/db/queries/status.ts';
import { channelName, openStore, type Store } from '../../src/db/schema/store.ts';
import type { Actor } from '../../src/db/outbox/view.ts';
import { idMaker } from '../../src/lib/ids.ts';
import { log } from '../../src/lib/log.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { PokeListener } from './pokes.ts';
import { resetGroups } from './pull.ts';
import { SyncScheduler } from './scheduler.ts';
import { setGates, type Session } from './session.ts';
import { createSyncRunner, runCycle, type CycleOutcome } from './sync-cycle.ts';

/** One context of one person's phone: their database with its verbs, and the sync that empties its outbox. */
export interface SyncClient {
  db: PhoneDb;
  device: DeviceDb;
  store: Store;
  actor: Actor;
  scheduler: SyncScheduler;
  /** One turn by itself, for a service worker or a test: push, then pull. */
  runCycle(): Promise<CycleOutcome>;
  /** Begins the turns and listens for what is written in other tabs. */
  start(): Promise<void>;
  setVisible(is_visible: boolean): void;
  fetchPage(key: keyof typeof listCalls): Promise<Done>;
  fetchBlob(sha256: string): Promise<Done>;
  refetch(group: Group): Promise<void>;
  revokeDevice(id: string): Promise<Done>;
  /** Fetches the key of locked work and puts back what was locked. */
  restoreLockedOutbox(): Promise<void>;
  logout(mode: LogoutMode): Promise<LogoutResult>;
  /** Lets go of everything; nothing is lost by not calling it. */
  close(): Promise<void>;
}

/**
 * Opens the phone of a person who has logged in here before; their database must hold their profile. No singletons:
 * all of the outside world comes in by the ports. Throws when the profile is missing.
 */
export async function openSyncClient(ports: Ports, user_id: string): Promise<SyncClient> {
  const device = openDeviceDb(ports);
  const newId = idMaker(ports);
  const device_id = await deviceId(device, newId);
  const db = openPhoneDb(user_id, ports);
  const me = await db.me.get(user_id);
  if (!me) throw new Error('this person has not logged in on this phone');
  const actor = actorOf(me, device_id);
  if ((await db.outbox.count()) > 0) await (await import('../../src/db/outbox/upcast.ts')).upcastEntries(db, actor);
  const session: Session = { user_id, device_id, db, device, ports };
  const channel = ports.channel(channelName(user_id));
  const runner = createSyncRunner(session, actor, newId());
  const scheduler = new SyncScheduler(session, runner);
  const events = new PokeListener(session, {
    poke: (rev) => void onPoke(db, rev, scheduler),
    revoked: () => scheduler.schedule('poke'),
  });
  const reopen = () => setGates(session, { blocked: false }).catch((error: unknown) => log.warn('gates', error));
  const close = async () => {
    events.close();
    await scheduler.stop();
    channel.close();
    db.close();
    device.close();
  };
  return {
    db,
    device,
    actor,
    scheduler,
    store: openStore(db, actor, ports, channel),
    runCycle: () => runCycle(runner),
    start: async () => {
      channel.listen((message) => {
        if ((message as { type?: string }).type === 'written') scheduler.schedule('written');
      });
      if (await savedDevice(device, 'pending_logout'))
        await (await import('./account.ts')).sendPendingLogout(ports, device);
      await scheduler.recheckGates();
      scheduler.schedule('start');
    },
    setVisible: (is_visible) => {
      if (is_visible) events.open();
      else events.close();
      // Somebody who was shut out may have been let in meanwhile.
      if (is_visible) void reopen().finally(() => scheduler.schedule('visible'));
    },
    ...lazyMethods(session, actor, scheduler),
    logout: async (mode) => {
      const { logout } = await import('./account.ts');
      const result = await logout({ ports, device, db, user_id, scheduler }, mode);
      if (!result.ok) return result;
      events.close();
      channel.close();
      return result;
    },
    close,
  };
}

type LazyMethods = Pick<SyncClient, 'fetchPage' | 'fetchBlob' | 'refetch' | 'revokeDevice' | 'restoreLockedOutbox'>;

/** Verbs whose code comes when they are first used. */
function lazyMethods(session: Session, actor: Actor, scheduler: SyncScheduler): LazyMethods {
  return {
    fetchPage: async (key) => (await import('./pages.ts')).fetchPage(session, key),
    fetchBlob: async (sha256) => (await import('./uploads.ts')).fetchBlob(session, sha256),
    refetch: (group) => resetGroups(session.db, [group]),
    revokeDevice: async (id) => (await import('./pages.ts')).revokeDevice(session, id),
    restoreLockedOutbox: async () => {
      const { restoreLockedOutbox } = await import('./outbox-key.ts');
      if (await restoreLockedOutbox(session, actor)) scheduler.schedule('written');
    },
  };
}

/** A poke that names nothing new needs no turn. */
async function onPoke(db: PhoneDb, rev: number, scheduler: SyncScheduler): Promise<void> {
  const cursors = Object.values((await savedMeta(db, 'cursors')) ?? {});
  const status = await savedStatus(db);
  // Whoever is told of something is let in: a block is over.
  if (status.gates.blocked) await scheduler.recheckGates();
  if (
    cursors.length === 0 ||
    cursors.some((cursor) => (cursor ?? 0) < rev) ||
    status.connection !== 'online' ||
    status.shut
  )
    scheduler.schedule('poke');
}
