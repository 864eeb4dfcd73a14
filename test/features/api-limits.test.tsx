import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isEmptyWithoutSync, isLimited } from '../../src/app/screen-limits.ts';
import type { DbPorts } from '../../src/db/schema/db.ts';
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
async function show(at: string, missing: readonly string[] = []) {
  const limits = missing.map((name) => ({ name }));
  const db = await openPhone(ports, {}, { limits, last_fetched_at: '2026-03-02T08:00:00.000Z' });
  const contact = contactRow({ owner_id: ANNA, first_name: 'Boris', last_name: '' });
  await db.contacts.put(contact);
  setSearchedDatabase(db);
  return { contact, ...(await showApp(at.replace(':id', contact.id), ports)) };
}

test('a screen for which there is no documented list says so', async () => {
  await show('/donations');
  expect(await screen.findByText(NOTICE)).toBeDefined();
});

test('a screen says that the API lacks its list, and leads to the sync centre', async () => {
  await show('/news', ['news.list']);
  const notice = (await screen.findByText(NOTICE)).parentElement!.parentElement!;
  expect(within(notice).getByRole('link', { name: 'Sync centre' }).getAttribute('href')).toBe('/sync');
});

test('a screen that has all of its calls says nothing', async () => {
  await show('/news', ['books.list']);
  await screen.findByRole('heading', { level: 1, name: 'News' });
  expect(screen.queryByText(NOTICE)).toBeNull();
});

test('links to screens that stay empty are hidden', async () => {
  await show('/more');
  const list = within(await screen.findByRole('list', { name: 'More' }));
  await list.findByRole('link', { name: 'Help' });
  await waitFor(() => expect(list.queryByRole('link', { name: 'Notifications' })).toBeNull());
});

test('buttons of a contact for which there is no documented call are hidden', async () => {
  await show('/contacts/:id');
  await screen.findByRole('heading', { level: 1, name: 'Boris' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete contact' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Edit' })).toBeDefined();
});

test.each([
  ['/inbox', [], true],
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

test('only screens without any content are hidden', () => {
  expect(['/inbox', '/donations', '/help', '/payments'].filter(isEmptyWithoutSync)).toEqual(['/inbox', '/payments']);
});
