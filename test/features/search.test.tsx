import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { MAX_RECENT, readRecentRecords, recordAt, rememberRecord } from '../../src/features/search/recent-records.ts';
import { contactRow } from '../helpers/contact-row.ts';
import { makeInteraction } from './call-maker.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { closeSearch, search, setSearchedDatabase } from './fake-search.ts';
import { hoursFromNow } from './news-maker.ts';
import { IVAN, makePerson, makeWaitingLead } from './people-maker.ts';
import { makeStaffTicket } from './staff-ticket-maker.ts';
import { makeTask } from './task-maker.ts';

vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account: async () => ({ ok: false, why: 'offline' }) } }));
vi.mock('../../src/bridge/search.ts', () => import('./fake-search.ts'));

let db: PhoneDb;

afterEach(closeSearch);

async function showAt(path: string, is_staff = true) {
  const ports = freshPorts();
  db = await openPhone(ports, { is_staff }, { connection: 'offline', last_fetched_at: hoursFromNow(-1) });
  await db.people.put(makePerson());
  await db.waiting_leads.put(makeWaitingLead({ first_name: 'Ivanka' }));
  await db.contacts.put(contactRow({ first_name: 'Ivana' }));
  setSearchedDatabase(db);
  return showApp(path, ports);
}

const rows = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map((row) => row.textContent ?? '');

it('finds people, waiting leads and contacts by part of a name', async () => {
  const { path } = await showAt('/search');
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Search' }), { target: { value: 'iva' } });
  await waitFor(() => expect(path()).toBe('/search?q=iva'));
  expect((await rows('People'))[0]).toContain('Ivan Petrov');
  expect((await rows('Waiting leads'))[0]).toContain('Ivanka');
  expect((await rows('Contacts'))[0]).toContain('Ivana Berg');
});

it('says that the search is still being prepared if it does not respond soon', async () => {
  vi.spyOn(search, 'find').mockReturnValue(new Promise(() => {}));
  await showAt('/search?q=ticket');
  expect(await screen.findByText('The search is still being prepared.')).toBeTruthy();
  expect(screen.queryByText('Search is not responding')).toBeNull();
  expect(screen.queryByRole('list', { name: 'Actions' })).toBeNull();
});

it('lists only actions after ">", without a search', async () => {
  await showAt(`/search?q=${encodeURIComponent('>ticket')}`);
  expect(await rows('Actions')).toEqual(['New ticket']);
});

it('finds tasks, tickets and actions by words of their titles', async () => {
  await showAt('/search?q=ticket');
  await db.tasks.put(makeTask({ title: 'Answer the ticket' }));
  await db.staff_tickets.put(makeStaffTicket({ subject: 'A ticket without sound' }));
  await waitFor(async () => expect((await rows('Tickets'))[0]).toContain('A ticket without sound'));
  expect((await rows('Tasks'))[0]).toContain('Answer the ticket');
  expect(await rows('Actions')).toEqual(['New ticket']);
});

const marked = (): (string | null)[] => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);

const LESSON = '0198c000-0000-7000-8000-00000000e5a0';
const BOOK = '0198c000-0000-7000-8000-00000000b00c';

async function putLessonAndBook(): Promise<void> {
  await db.lessons.put({
    ...{ id: LESSON, rev: 1, category_id: LESSON, title: 'Listening well', language: 'en', position: 1 },
    ...{ duration_min: 5, free: true, body: '', media: [] },
  });
  await db.books.put({
    ...{ id: BOOK, rev: 1, title: 'The art of listening', author: 'Erich Fromm', description: '', language: 'en' },
    ...{
      format: 'epub',
      file: { sha256: 'a'.repeat(64), bytes: 1 },
      pages: null,
      price_cents: 0,
      is_new: false,
      media: [],
    },
  });
}

it('marks the matching parts of titles and details', async () => {
  await showAt('/search?q=iva');
  await rows('People');
  expect(marked()).toEqual(['Iva', 'Iva', 'Iva']);
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'berlin' } });
  await waitFor(() => expect(marked()).toEqual(['Berlin']));
});

it('finds lessons, books and notes, and shows the part of a note that matches', async () => {
  await showAt('/search?q=listen');
  await putLessonAndBook();
  await db.interactions.put(
    makeInteraction(ANNA, {
      contact_id: null,
      user_id: IVAN,
      note: `${'He told a story. '.repeat(9)}I had to listen.`,
    }),
  );
  await waitFor(async () => expect(await rows('Lessons')).toEqual(['Listening well']));
  expect(await rows('Books')).toEqual([expect.stringContaining('The art of listening')]);
  const [note] = await rows('Notes');
  expect(note).toMatch(/^Ivan Petrov/);
  expect(note).toMatch(/ · … .*He told a story\. I had to listen\.$/);
  expect(screen.getByRole('link', { name: 'Ivan Petrov' }).getAttribute('href')).toBe(`/user/view-details/${IVAN}`);
});

it('finds the notes of contacts, and of calls to a number without a contact', async () => {
  await showAt('/search?q=tea');
  const contact = contactRow({ first_name: 'Zoe', notes: 'Drinks green tea' });
  const call = makeInteraction(ANNA, { contact_id: null, phone_raw: '112', note: 'Tea is sold out' });
  await db.contacts.put(contact);
  await db.interactions.put(call);
  await waitFor(async () => expect(await rows('Notes')).toHaveLength(2));
  const links = within(screen.getByRole('list', { name: 'Notes' })).getAllByRole('link');
  expect(new Set(links.map((link) => link.getAttribute('href')))).toEqual(
    new Set([`/calls/${call.id}/edit`, `/contacts/${contact.id}`]),
  );
});

it('lists a group of results first if a word in one of its titles starts with at least three typed letters', async () => {
  await showAt('/search?q=sound');
  await db.people.update(IVAN, { email: 'sound@example.org' });
  await db.tasks.put(makeTask({ title: 'Call', description: 'about the sound', linked_name: null }));
  await db.staff_tickets.put(makeStaffTicket({ subject: 'No sound' }));
  await waitFor(() => {
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['Tickets', 'People', 'Tasks']);
  });
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'so' } });
  await waitFor(() => {
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['People', 'Tasks', 'Tickets']);
  });
  expect((await rows('People'))[0]).toMatch(/ · .*sound@example\.org$/);
});

it('links to the list with all matches if there are more than the search shows', async () => {
  await showAt('/search?q=ivana');
  await db.contacts.bulkPut(Array.from({ length: 11 }, () => contactRow({ first_name: 'Ivana' })));
  const link = await screen.findByRole('link', { name: 'All 12' });
  expect(link.getAttribute('href')).toBe('/contacts?q=ivana');
  expect(await rows('Contacts')).toHaveLength(10);
});

it('reports a search that does not respond, and tries again', async () => {
  await showAt('/search');
  closeSearch();
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Search' }), { target: { value: 'iva' } });
  await screen.findByText('Search is not responding');
  setSearchedDatabase(db);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await rows('People'))[0]).toContain('Ivan Petrov');
});

it('lists the last seven opened records of any kind', async () => {
  await showAt('/search');
  await putLessonAndBook();
  const open = (path: string) => rememberRecord(db, recordAt(path)!);
  for (let at = 0; at < 8; at += 1) await open(`/contacts/0198c000-0000-7000-8000-00000000c00${at}`);
  expect(await savedMeta(db, 'recent_records')).toHaveLength(MAX_RECENT);
  expect(MAX_RECENT).toBe(7);
  const ids = Array.from({ length: 3 }, (_, at) => `0198c000-0000-7000-8000-00000000d00${at}`);
  const paths = [`/tasks/${ids[0]}`, `/user/new-request/${ids[1]}`, `/help/${ids[2]}`, `/user/view-details/${IVAN}`];
  for (const path of [...paths, `/books/${BOOK}`, `/lesson/view/${LESSON}`]) await open(path);
  const kinds = (await savedMeta(db, 'recent_records'))?.map(({ kind }) => kind);
  expect(kinds).toEqual(['lesson', 'book', 'person', 'request', 'ticket', 'task', 'contact']);
  expect(recordAt('/tasks')).toBeUndefined();
  expect((await readRecentRecords(db, true)).slice(0, 3).map(({ kind }) => kind)).toEqual(['lesson', 'book', 'person']);
  expect((await readRecentRecords(db, false)).map(({ kind }) => kind)).toEqual(['lesson', 'book', 'contact']);
  expect((await rows('Recent')).slice(0, 2)).toEqual([
    'Listening well',
    expect.stringContaining('The art of listening'),
  ]);
});

it('the header of the leads screen links to the search', async () => {
  const { path } = await showAt('/leads');
  const header = within(await screen.findByRole('main'));
  fireEvent.click(await header.findByRole('link', { name: 'Search' }));
  await waitFor(() => expect(path()).toBe('/search'));
});

it('lets employees, but not learners, turn a contact into a lead with its known data', async () => {
  const contact = contactRow({ first_name: 'Zoe', phones: [{ number: '+4915188888888', label: '' }], owner_id: ANNA });
  const { ports } = await showAt('/search');
  await db.contacts.put(contact);
  cleanup();
  await showApp(`/contacts/${contact.id}`, ports);
  fireEvent.click(await screen.findByRole('link', { name: 'Create lead' }));
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^First name/ })).value).toBe('Zoe');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Phone/ }).value).toBe('+49 1518 8888888');
  expect(screen.queryByText('Continue where you left off')).toBeNull();
  cleanup();
  await db.me.update(ANNA, { is_staff: false });
  await showApp(`/contacts/${contact.id}`, ports);
  expect(await screen.findByRole('heading', { level: 1, name: 'Zoe Berg' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Create lead' })).toBeNull();
});

it('opens the search from the leads screen on "/"', async () => {
  const { path } = await showAt('/leads');
  fireEvent.keyDown(await screen.findByRole('heading', { level: 1, name: 'Leads' }), { key: '/' });
  await waitFor(() => expect(path()).toBe('/search'));
});

it('finds people by any part of a phone number', async () => {
  await showAt('/search?q=12345');
  expect((await rows('People'))[0]).toContain('Ivan Petrov');
  expect(screen.queryByRole('list', { name: 'Waiting leads' })).toBeNull();
});

it('searches every synced person and understands numbers as dialled within the country', async () => {
  const { ports } = await showAt('/search');
  cleanup();
  const many = Array.from({ length: 1300 }, (_, index) =>
    makePerson({
      id: `0198c000-0000-7000-8000-0000001${String(index).padStart(5, '0')}`,
      last_name: index === 1299 ? 'Zuletzt' : 'Orlow',
      phone: `+4930${String(index).padStart(7, '0')}`,
    }),
  );
  await db.people.bulkPut(many);
  await showApp('/search?q=030 0001299', ports);
  expect(await rows('People')).toEqual([expect.stringContaining('Ivan Zuletzt')]);
  cleanup();
  await showApp('/search?q=orlow', ports);
  expect(await screen.findByText(/^1,?299 results/)).toBeTruthy();
  cleanup();
  await showApp('/people', ports);
  expect(await screen.findByText(/1,?301 people/)).toBeTruthy();
  expect(await rows('People on this device')).toHaveLength(100);
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(async () => expect(await rows('People on this device')).toHaveLength(200));
});

it('distinguishes a search without matches from an empty one, which lists recent records', async () => {
  await showAt('/search?q=zzzz');
  expect(await screen.findByText('No matches on this device.')).toBeTruthy();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: '' } });
  expect(await rows('Recent')).toEqual([expect.stringContaining('Ivan Petrov'), expect.stringContaining('Ivana Berg')]);
});

it("the search of a learner covers only the learner's own records", async () => {
  await showAt('/search?q=iva', false);
  await db.tasks.put(makeTask({ title: 'Call Ivan' }));
  await db.staff_tickets.put(makeStaffTicket({ subject: 'Ivan cannot log in' }));
  const { access: _, ...own } = makeStaffTicket({ id: LESSON, subject: 'Ivan is late' });
  await db.tickets.put({ ...own, author_id: ANNA });
  expect((await rows('Contacts'))[0]).toContain('Ivana Berg');
  await waitFor(async () => expect((await rows('My requests'))[0]).toContain('Ivan is late'));
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings.toSorted()).toEqual(['Contacts', 'My requests']);
});
