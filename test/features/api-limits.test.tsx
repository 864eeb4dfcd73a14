import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isLimited } from '../../src/app/screen-limits.ts';
import type { DbPorts } from '../../src/db/schema/db.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { uselessScreens } from '../../workers/sync/documented/missing-calls.ts';
import { contactRow } from '../helpers/contact-row.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { closeSearch, setSearchedDatabase } from './fake-search.ts';

vi.mock('../../src/bridge/search.ts', async () => import('./fake-search.ts'));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { fetchBlob: async () => ({ ok: false, why: 'offline' }) } }));

let ports: DbPorts;

beforeEach(() => {
  ports = freshPorts();
});
afterEach(closeSearch);

const NOTICE = 'This server does not offer everything on this screen';

/** Opens a screen with an API that has only the documented calls, without some of them. */
async function show(at: string, missing: readonly string[] = [], status: Partial<SyncStatus> = {}) {
  const limits = missing.map((name) => ({ name }));
  const db = await openPhone(
    ports,
    {},
    { limits, hidden: uselessScreens, last_fetched_at: '2026-03-02T08:00:00.000Z', ...status },
  );
  const contact = contactRow({ owner_id: ANNA, first_name: 'Boris', last_name: '' });
  await db.contacts.put(contact);
  setSearchedDatabase(db);
  return { contact, ...(await showApp(at.replace(':id', contact.id), ports)) };
}

test('a screen says that the documented API has no list for it', async () => {
  await show('/donations');
  expect(await screen.findByText(NOTICE)).toBeDefined();
});

test('a screen says that the API lacks its list, and leads to the sync centre', async () => {
  await show('/news', ['news.list']);
  const notice = (await screen.findByText(NOTICE)).parentElement!.parentElement!;
  expect(within(notice).getByRole('link', { name: 'Sync centre' }).getAttribute('href')).toBe('/sync');
});

test('a screen whose calls all exist shows no notice', async () => {
  await show('/news', ['books.list']);
  await screen.findByRole('heading', { level: 1, name: 'News' });
  expect(screen.queryByText(NOTICE)).toBeNull();
});

const unread = { last_fetched_at: '2026-03-02T08:00:00.000Z', lists: [{ entity: 'news', call: 'news.list' }] } as const;

test('a screen whose list cannot be read says that it may be out of date', async () => {
  await show('/news', [], { unread });
  expect(await screen.findByText('This screen may be out of date')).toBeDefined();
  expect(screen.queryByText(NOTICE)).toBeNull();
});

test('a screen whose list is read shows no notice while another list cannot be read', async () => {
  await show('/books', [], { unread });
  await screen.findByRole('heading', { level: 1, name: 'Books' });
  expect(screen.queryByText('This screen may be out of date')).toBeNull();
});

test('the sync centre names the lists that cannot be read', async () => {
  const lists = [...unread.lists, { entity: 'me', call: 'accounts.me' }] as const;
  await show('/sync', [], { unread: { ...unread, lists } });
  const hint = 'The server does not return these lists: News, Profile. It will retry automatically.';
  expect(await screen.findByText(hint, { exact: false })).toBeDefined();
});

test('buttons of a contact for which there is no documented call are hidden', async () => {
  await show('/contacts/:id');
  await screen.findByRole('heading', { level: 1, name: 'Boris' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete contact' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Edit' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Log a call' })).toBeNull();
});

test.each([
  ['/inbox', [], true],
  ['/calls/new', [], true],
  ['/help/new', [], true],
  ['/helpers', [], false],
  ['/profile/devices', [], true],
  ['/flows/edit_landing/1', [], true],
  ['/flows', [], false],
  ['/flows', ['flows.list'], true],
  ['/lesson/view/1', ['lessons.view'], true],
  ['/contacts/1', ['contacts.list'], true],
  ['/tasks', ['tickets.list'], false],
  ['/user/new-request/1', ['tickets.detail'], true],
  ['/leads', ['team.waiting_users'], true],
])('%s without %j: limited %s', (path, missing, expected) => {
  expect(
    isLimited(
      path,
      missing.map((name) => ({ name })),
    ),
  ).toBe(expected);
});
