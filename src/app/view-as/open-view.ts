import { openView as openInMemory } from '../../bridge/in-memory-view.ts';
import type { Failure } from '../../bridge/results.ts';
import { sync } from '../../bridge/sync.ts';
import type { SyncApi } from '../../bridge/sync-api.ts';
import { openDeviceDb, pageDatabasePorts, setPageDatabasePorts } from '../../db/schema/db.ts';
import { ensureDeviceId } from '../../db/schema/device.ts';
import { openUserDb } from '../../db/schema/user-db.ts';
import { createIdGenerator } from '../../lib/ids.ts';
import type { Ports } from '../../lib/ports.ts';
import { setViewMode } from '../../lib/view-mode.ts';
import { readUserData, type OpenSession, type Session } from '../session.ts';
import type { StorePorts } from '../workspace.tsx';

/** A view: the app as another user sees it, with their data in an in-memory database. */
export interface OpenView {
  session: OpenSession;
  ports: StorePorts;
  sync: Pick<SyncApi, 'syncNow'>;
  /** Name of the person whose app is shown. */
  name: string;
  /** Path under which the screens of the view are shown. */
  base: string;
  /** When the view ends: device time, ms. */
  ends_at: number;
  /** Discards the database, ends the view on the server and resumes the user's own sync. */
  close: () => void;
}

/** Opens the in-memory database of a view while its data is still being fetched. */
async function openSession(ports: Ports, user_id: string): Promise<OpenSession> {
  const device = openDeviceDb(ports);
  const device_id = await ensureDeviceId(device, createIdGenerator(ports)).finally(() => device.close());
  const db = await openUserDb(user_id, ports);
  const channel = ports.channel('');
  return { kind: 'in', user_id, device_id, db, channel, first: await readUserData(db, user_id) };
}

/**
 * Starts a view on the server and opens its database in the memory of this page. Meanwhile the user's own sync is
 * stopped, and nothing is written to the disk. See: [Note: View mode]
 */
export async function openView(
  own: Pick<Session, 'restartSync'>,
  { clock }: Pick<StorePorts, 'clock'>,
  person_id: string,
  reason: string,
): Promise<{ ok: true; view: OpenView } | Failure> {
  const started = await sync.account('startView', person_id, reason);
  if (!started.ok) return started;
  const { token, user, expires_at, server_time } = started.view;
  const ends_at = clock.now() + Date.parse(expires_at) - Date.parse(server_time);
  const base = `/staff-dashboard/view-as/${user.id}`;
  const page = (): string => location.pathname.slice(base.length) || '/';
  const opened = await openInMemory(user.id, { token, page });
  if (!opened.ok) return opened;
  const { ports, sync: viewSync, close } = opened.view;
  const ownDisk = pageDatabasePorts();
  setPageDatabasePorts(ports);
  setViewMode(() => {});
  const session = await openSession(ports, user.id);
  await viewSync.start(user.id);
  // Ends the view on the server if the page is closed or reloaded.
  addEventListener('pagehide', close);
  let isOpen = true;
  const end = (): void => {
    if (!isOpen) return;
    isOpen = false;
    removeEventListener('pagehide', close);
    setViewMode(null);
    setPageDatabasePorts(ownDisk);
    session.db.close();
    close();
    own.restartSync();
  };
  return { ok: true, view: { session, ports, sync: viewSync, name: user.name, base, ends_at, close: end } };
}
