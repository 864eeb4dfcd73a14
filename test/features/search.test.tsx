// @vitest-environment jsdom
// Before Dexie is loaded: its live queries look for a database of the whole window.
import 'fake-indexeddb/auto';
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openPhoneDb, type PhoneDb } from '../../src/db/db.ts';
import { contactRow } from '../helpers/contact-row.ts';
import { ANNA, freshPorts, logInOnPhone, makeMe, showApp } from './fake-app.tsx';
import { closeSearch, searchIn } from './fake-search.ts';
import { inHours } from './news-maker.ts';
import { makePerson, makeWaiting } from './people-maker.ts';

vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account: async () => ({ ok: false, why: 'offline' }) } }));
vi.mock('../../src/bridge/search.ts', () => import('./fake-search.ts'));

// Screens come as chunks, which a busy machine takes its time to load.
configure({ asyncUtilTimeout: 30_000 });

let db: PhoneDb;

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
afterEach(() => {
  cleanup();
  closeSearch();
  db.close();
});

async function showAt(path: string, is_staff = true) {
  const ports = freshPorts();
  await logInOnPhone(ports, makeMe({ is_staff }), { connection: 'offline', last_fetched_at: inHours(-1) });
  db = openPhoneDb(ANNA, ports);
  await db.people.put(makePerson());
  await db.waiting_leads.put(makeWaiting({ first_name: 'Ivanka' }));
  await db.contacts.put(contactRow({ first_name: 'Ivana' }));
  searchIn(db);
  return showApp(path, ports);
}

const rows = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map((row) => row.textContent ?? '');

it('finds people, those who wait and contacts at once, by any part of a name', async () => {
  const { path } = await showAt('/search');
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Search' }), { target: { value: 'iva' } });
  await waitFor(() => expect(path()).toBe('/search?q=iva'));
  expect((await rows('People'))[0]).toContain('Ivan Petrov');
  expect((await rows('Those who wait'))[0]).toContain('Ivanka');
  expect((await rows('Contacts'))[0]).toContain('Ivana Berg');
});

it('a press of the slash key leads to it from the leads', async () => {
  const { path } = await showAt('/leads');
  fireEvent.keyDown(await screen.findByRole('heading', { level: 1, name: 'Leads' }), { key: '/' });
  await waitFor(() => expect(path()).toBe('/search'));
});

it('finds by any part of a number', async () => {
  await showAt('/search?q=12345');
  expect((await rows('People'))[0]).toContain('Ivan Petrov');
  expect(screen.queryByRole('list', { name: 'Those who wait' })).toBeNull();
});

it('says when nobody fits, and invites before anything is typed', async () => {
  await showAt('/search?q=zzzz');
  expect(await screen.findByText('Nobody on this phone fits.')).toBeTruthy();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: '' } });
  expect(await screen.findByText(/Your people, those who wait and your contacts/)).toBeTruthy();
});

it('a learner searches in the own contacts alone', async () => {
  await showAt('/search?q=iva', false);
  expect((await rows('Contacts'))[0]).toContain('Ivana Berg');
  expect(screen.queryByRole('list', { name: 'People' })).toBeNull();
});
