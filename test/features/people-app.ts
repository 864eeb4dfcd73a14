import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, type Mock } from 'vitest';
import type { Me } from '../../contract/entities/me.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { SyncStatus } from '../../src/db/queries/status.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { inHours } from './news-maker.ts';
import { IVAN } from './people-maker.ts';

/** Of the person whom the tests are about. */
export const HERE = `/user/view-details/${IVAN}`;

/** Of the test that runs. */
export let db: PhoneDb;

/** A phone without a network, for each test of the file; `account` answers what the screens ask of the server. */
export function setUpPhone(account: Mock<(verb: string, ...args: unknown[]) => Promise<unknown>>): void {
  beforeEach(() => {
    account.mockReset();
    account.mockResolvedValue({ ok: false, why: 'offline' });
  });
}

interface Given {
  me?: Partial<Me>;
  status?: Partial<SyncStatus>;
}

/** The app at an address, on the phone of an employee with what `fill` puts there. */
export async function showAt(path: string, fill: (db: PhoneDb) => Promise<unknown>, { me, status }: Given = {}) {
  const ports = freshPorts();
  const known = { connection: 'offline', last_fetched_at: inHours(-1) } as const;
  db = await openPhone(ports, { is_staff: true, ...me }, { ...known, ...status });
  await fill(db);
  return showApp(path, ports);
}

export const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

export const queued = async () =>
  (await db.outbox.orderBy('seq').toArray()).map(({ kind, args }) => [kind, args] as const);

export const rowsOf = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map((row) => row.textContent ?? '');
