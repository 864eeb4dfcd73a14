import { screen } from '@testing-library/react';
import type { Entry } from '../../src/db/outbox/entry.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { freshPorts, idleSync, openPhone, showApp } from './fake-app.tsx';

/** Shows the sync centre of an offline device with these unsent changes. */
export async function showSyncCentre(
  entries: Entry[],
  turn = idleSync.syncNow,
  more: { status?: Partial<SyncStatus>; fill?: (db: PhoneDb) => Promise<unknown> } = {},
): Promise<PhoneDb> {
  const ports = freshPorts();
  const db = await openPhone(ports, {}, { connection: 'offline', ...more.status });
  await db.outbox.bulkAdd(entries);
  await more.fill?.(db);
  await showApp('/sync', ports, { ...idleSync, syncNow: turn });
  await screen.findByRole('heading', { name: 'Sync centre' });
  return db;
}
