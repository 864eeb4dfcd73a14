import { cleanup, configure, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, type Mock } from 'vitest';
import { openPhoneDb, type PhoneDb } from '../../src/db/db.ts';
import type { SyncStatus } from '../../src/db/status.ts';
import { dismissToast } from '../../src/ui/toast.ts';
import { ANNA, freshPorts, logInOnPhone, makeMe, showApp } from './fake-app.tsx';
import { inHours } from './news-maker.ts';
import { IVAN } from './people-maker.ts';

/** Of the person whom the tests are about. */
export const HERE = `/user/view-details/${IVAN}`;

/** Of the test that runs. */
export let db: PhoneDb;

/** A phone without a network, for each test of the file; `account` answers what the screens ask of the server. */
export function setUpPhone(account: Mock<(verb: string, ...args: unknown[]) => Promise<unknown>>): void {
  // Screens and sheets come as chunks, which a busy machine takes its time to load.
  configure({ asyncUtilTimeout: 30_000 });
  beforeAll(() => {
    window.matchMedia = (query) =>
      ({
        matches: false,
        media: query,
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList;
    window.scrollTo = () => {};
  });
  beforeEach(() => {
    account.mockReset();
    account.mockResolvedValue({ ok: false, why: 'offline' });
  });
  afterEach(() => {
    cleanup();
    dismissToast();
    db.close();
  });
}

interface Given {
  me?: Parameters<typeof makeMe>[0];
  status?: Partial<SyncStatus>;
}

/** The app at an address, on the phone of an employee with what `fill` puts there. */
export async function showAt(path: string, fill: (db: PhoneDb) => Promise<unknown>, { me, status }: Given = {}) {
  const ports = freshPorts();
  await logInOnPhone(ports, makeMe({ is_staff: true, ...me }), {
    connection: 'offline',
    last_fetched_at: inHours(-1),
    ...status,
  });
  db = openPhoneDb(ANNA, ports);
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
