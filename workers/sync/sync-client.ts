import type { LogoutMode, LogoutResult } from '../../src/lib/logout.ts';
import type { ActionResult } from '../../src/bridge/results.ts';
import type { Group } from '../../contract/entities/define.ts';
import type { listCalls } from './pages.ts';
import { openDeviceDb, type DeviceDb, type PhoneDb } from '../../src/db/schema/db.ts';
import { actorOf } from '../../src/db/outbox/actor.ts';
import { ensureDeviceId } from '../../src/db/schema/device.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { profileOrDelete } from '../../src/db/schema/saved-profile.ts';
import { openUserDb } from '../../src/db/schema/user-db.ts';
import { savedSyncStatus } from '../../src/db/queries/status.ts';
import { createStore } from '../../src/db/schema/create-store.ts';
import { channelName, type Store } from '../../src/db/schema/store.ts';
import type { Actor } from '../../src/db/outbox/view.ts';
import { createIdGenerator } from '../../src/lib/ids.ts';
import { log } from '../../src/lib/log.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { sendPendingLogout } from './pending-logout.ts';
import { resetGroups } from './pull.ts';
import { SyncScheduler } from './scheduler.ts';
import { setGates, type Session } from './session.ts';
import { relaxedPages } from '../../src/db/outbox/relaxed-pages.ts';
import { createSyncRunner, runCycle, type CycleOutcome } from './sync-cycle.ts';
import type { EventStream, StreamHandlers } from './event-stream.ts';

/** Opens and closes the event stream; its code is loaded on first use. */
class PokeListener {
  private readonly session: Session;
  private readonly handlers: StreamHandlers;
  private events: EventStream | null = null;
  private isWanted = false;

  constructor(session: Session, handlers: StreamHandlers) {
    this.session = session;
    this.handlers = handlers;
  }

  open(): void {
    this.isWanted = true;
    this.load().catch((error: unknown) => log.warn('event stream not available', error));
  }

  close(): void {
    this.isWanted = false;
    this.events?.close();
  }

  private async load(): Promise<void> {
    const { EventStream } = await import('./event-stream.ts');
    this.events ??= new EventStream(this.session, this.handlers);
    if (this.isWanted) this.events.open();
  }
}

/**
 * Everything that syncs one user in one context: the database, actions on it, and the scheduler that runs the sync
 * cycles.
 */
export interface SyncClient {
  db: PhoneDb;
  device: DeviceDb;
  store: Store;
  actor: Actor;
  scheduler: SyncScheduler;
  /** Runs a single cycle (push, then pull), for a service worker or a test. */
  runCycle(): Promise<CycleOutcome>;
  /** Starts the scheduler and listens for writes made in other tabs. */
  start(): Promise<void>;
  setVisible(is_visible: boolean): void;
  fetchPage(key: keyof typeof listCalls): Promise<ActionResult>;
  fetchBlob(sha256: string): Promise<ActionResult>;
  refetch(group: Group): Promise<void>;
  revokeDevice(id: string): Promise<ActionResult>;
  /** Fetches the outbox key and restores the work that was encrypted on logout. */
  restoreLockedOutbox(): Promise<void>;
  logout(mode: LogoutMode): Promise<LogoutResult>;
  /** Releases all resources. Nothing is lost if this is never called. */
  close(): Promise<void>;
}

/**
 * Opens the sync client of a user who has logged in on this device. Uses no singletons: all access to browser and
 * network is passed in as `ports`. Throws if the user is not logged in.
 */
export async function openSyncClient(ports: Ports, user_id: string): Promise<SyncClient> {
  const device = openDeviceDb(ports);
  const newId = createIdGenerator(ports);
  const device_id = await ensureDeviceId(device, newId);
  const db = (await openUserDb(user_id, ports)).use(relaxedPages);
  const me = await profileOrDelete(db, user_id, ports, device);
  const actor = actorOf(me, device_id);
  if ((await db.outbox.count()) > 0) await (await import('../../src/db/outbox/upcast.ts')).upcastEntries(db, actor);
  const session: Session = { user_id, device_id, db, device, ports };
  const channel = ports.channel(channelName(user_id));
  const runner = createSyncRunner(session, actor, newId());
  const scheduler = new SyncScheduler(session, runner);
  const events = new PokeListener(session, {
    poke: (rev, epoch) => void onPoke(db, { rev, epoch }, scheduler),
    revoked: () => scheduler.schedule('poke'),
    lost: () => scheduler.schedule('offline'),
  });
  const reopen = () =>
    setGates(session, { blocked: false }).catch((error: unknown) => log.warn('could not reopen the gate', error));
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
    store: createStore(db, actor, ports, channel),
    runCycle: () => runCycle(runner),
    start: async () => {
      channel.listen((message) => {
        if ((message as { type?: string }).type === 'written') scheduler.schedule('written');
      });
      await sendPendingLogout(ports, device);
      await scheduler.recheckGates();
      scheduler.schedule('start');
    },
    setVisible: (is_visible) => {
      if (is_visible) events.open();
      else events.close();
      // The block may have been lifted while the tab was hidden.
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

/** Methods whose code is loaded on first use. */
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

/** Schedules a cycle for a poke, unless the phone already has the revision and epoch in the poke. */
async function onPoke(
  db: PhoneDb,
  { rev, epoch }: { rev: number; epoch: string | undefined },
  scheduler: SyncScheduler,
): Promise<void> {
  const cursors = Object.values((await savedMeta(db, 'cursors')) ?? {});
  const status = await savedSyncStatus(db);
  // The server sends no pokes to a blocked user, so the block was lifted.
  if (status.gates.blocked) await scheduler.recheckGates();
  if (
    cursors.length === 0 ||
    cursors.some((cursor) => (cursor ?? 0) < rev) ||
    (epoch !== undefined && epoch !== (await savedMeta(db, 'epoch'))) ||
    status.connection !== 'online' ||
    status.shut
  )
    scheduler.schedule('poke');
}
