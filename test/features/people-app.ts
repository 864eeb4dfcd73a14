import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, type Mock } from 'vitest';
import type { Me } from '../../contract/entities/me.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { hoursFromNow } from './news-maker.ts';
import { IVAN } from './people-maker.ts';

/** Path of the screen of Ivan, the person in most of these tests. */
export const IVAN_PATH = `/user/view-details/${IVAN}`;

/** The database of the current test's device. */
export let db: PhoneDb;

/**
 * Before each test, resets `account` and makes each action that needs the server fail as if the device were offline.
 */
export function stubOfflineAccount(account: Mock<(verb: string, ...args: unknown[]) => Promise<unknown>>): void {
  beforeEach(() => {
    account.mockReset();
    account.mockResolvedValue({ ok: false, why: 'offline' });
  });
}

interface Given {
  me?: Partial<Me>;
  status?: Partial<SyncStatus>;
}

/** Renders the app at a path on an employee's device, after `fill` has added rows to the database of the device. */
export async function showEmployeeApp(
  path: string,
  fill: (db: PhoneDb) => Promise<unknown>,
  { me, status }: Given = {},
) {
  const ports = freshPorts();
  const syncedStatus = { connection: 'offline', last_fetched_at: hoursFromNow(-1) } as const;
  db = await openPhone(ports, { is_staff: true, ...me }, { ...syncedStatus, ...status });
  await fill(db);
  return showApp(path, ports);
}

export const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

export const readQueuedWrites = async () =>
  (await db.outbox.orderBy('seq').toArray()).map(({ kind, args }) => [kind, args] as const);

export const listRowsOf = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map((row) => row.textContent ?? '');
