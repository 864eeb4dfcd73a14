import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { contactRow } from '../helpers/contact-row.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { closeSearch, searchIn } from './fake-search.ts';
import { inHours } from './news-maker.ts';
import { makePerson, makeWaitingLead } from './people-maker.ts';
import { makeStaffTicket } from './staff-ticket-maker.ts';
import { task } from './task-maker.ts';

vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account: async () => ({ ok: false, why: 'offline' }) } }));
vi.mock('../../src/bridge/search.ts', () => import('./fake-search.ts'));

let db: PhoneDb;

afterEach(closeSearch);

async function showAt(path: string, is_staff = true) {
  const ports = freshPorts();
  db = await openPhone(ports, { is_staff }, { connection: 'offline', last_fetched_at: inHours(-1) });
  await db.people.put(makePerson());
  await db.waiting_leads.put(makeWaitingLead({ first_name: 'Ivanka' }));
  await db.contacts.put(contactRow({ first_name: 'Ivana' }));
  searchIn(db);
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

it('finds tasks, tickets and actions by words of their titles', async () => {
  await showAt('/search?q=ticket');
  await db.tasks.put(task({ title: 'Answer the ticket' }));
  await db.staff_tickets.put(makeStaffTicket({ subject: 'A ticket without sound' }));
  await waitFor(async () => expect((await rows('Tickets'))[0]).toContain('A ticket without sound'));
  expect((await rows('Tasks'))[0]).toContain('Answer the ticket');
  expect(await rows('Actions')).toEqual(['New ticket']);
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

it('distinguishes a search without matches from a search without input', async () => {
  await showAt('/search?q=zzzz');
  expect(await screen.findByText('No matches on this device.')).toBeTruthy();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: '' } });
  expect(await screen.findByText(/Your people, waiting leads and contacts/)).toBeTruthy();
});

it("the search of a learner covers only the learner's own contacts", async () => {
  await showAt('/search?q=iva', false);
  expect((await rows('Contacts'))[0]).toContain('Ivana Berg');
  expect(screen.queryByRole('list', { name: 'People' })).toBeNull();
});
