import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ANNA } from './fake-app.tsx';
import { hoursFromNow } from './news-maker.ts';
import { db, press, readQueuedWrites, listRowsOf, stubOfflineAccount, showEmployeeApp } from './people-app.ts';
import { makePerson, makeWaitingLead, OLGA } from './people-maker.ts';
import { makeStaffTicket } from './staff-ticket-maker.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

stubOfflineAccount(account);

const idOf = (index: number) => `0198c000-0000-7000-8000-00000000e11${index}`;
const makeLeadNumber = (index: number) =>
  makeWaitingLead({ id: idOf(index), first_name: `Lead${index}`, waiting_since: hoursFromNow(-index) });
const MARIA = makeWaitingLead();

/** Stores the rows that a device has after the server has accepted the request for a lead. */
async function storeGrantedLead(responsible_id: string, phone: string | null = '+4915112345678'): Promise<void> {
  await act(async () => {
    await db.transaction('rw', db.outbox, db.waiting_leads, db.people, async () => {
      await db.outbox.clear();
      await db.waiting_leads.delete(MARIA.id);
      await db.people.put(makePerson({ id: MARIA.id, first_name: 'Maria', last_name: '', responsible_id, phone }));
    });
  });
}

it('shows the five leads that have waited longest on the day screen, longest first', async () => {
  await showEmployeeApp('/staff-dashboard', (phone) =>
    phone.waiting_leads.bulkPut([1, 2, 3, 4, 5, 6].map(makeLeadNumber)),
  );
  const rows = await listRowsOf('Waiting leads');
  expect(rows.map((row) => /Lead\d/.exec(row)?.[0])).toEqual(['Lead6', 'Lead5', 'Lead4', 'Lead3', 'Lead2']);
});

it('one press on the day screen requests a lead, and a granted lead can be called', async () => {
  await showEmployeeApp('/staff-dashboard', (phone) => phone.waiting_leads.put(MARIA));
  await press('Request Maria');
  expect(await screen.findByText(/^Requested \d\d:\d\d, not confirmed yet$/)).toBeTruthy();
  expect(await readQueuedWrites()).toEqual([['lead.take', expect.objectContaining({ type: 'call', start_in: 0 })]]);
  expect(screen.queryByRole('link', { name: 'Call Maria' })).toBeNull();
  await storeGrantedLead(ANNA);
  const list = within(await screen.findByRole('list', { name: 'Waiting leads' }));
  expect(await list.findByText('Maria is yours')).toBeTruthy();
  const call = list.getByRole('link', { name: 'Call Maria' });
  expect(call.getAttribute('href')).toBe('tel:+4915112345678');
  expect(list.getByRole('link', { name: 'Maria is yours' }).getAttribute('href')).toContain(MARIA.id);
  fireEvent.click(call);
  await waitFor(async () =>
    expect((await db.meta.get('call_intent'))?.value).toMatchObject({ user_id: MARIA.id, name: 'Maria' }),
  );
});

it('offers no call for a granted lead without a number', async () => {
  await showEmployeeApp('/staff-dashboard', (phone) => phone.waiting_leads.put(MARIA));
  await press('Request Maria');
  await waitFor(async () => expect(await readQueuedWrites()).toHaveLength(1));
  await storeGrantedLead(ANNA, null);
  expect(await screen.findByRole('link', { name: 'Maria is yours' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Call Maria' })).toBeNull();
  await storeGrantedLead(OLGA);
  await waitFor(() => expect(screen.queryByText('Maria is yours')).toBeNull());
});

it('labels the button that requests a lead "Take" while the server responds', async () => {
  await showEmployeeApp('/staff-dashboard', (phone) => phone.waiting_leads.put(MARIA), {
    status: { connection: 'online' },
  });
  expect(await screen.findByRole('button', { name: 'Take Maria' })).toBeTruthy();
});

it('lists own and unassigned tickets due today, but none that are due later, snoozed or resolved', async () => {
  const [late, tomorrow] = [hoursFromNow(-1), hoursFromNow(48)];
  const ticket = (index: number, subject: string, change: Parameters<typeof makeStaffTicket>[0]) =>
    makeStaffTicket({ id: idOf(index), subject, first_response_due: late, ...change });
  await showEmployeeApp('/staff-dashboard', (phone) =>
    phone.staff_tickets.bulkPut([
      ticket(1, 'Own', {}),
      ticket(2, 'Free', { access: 'free', state: 'new', first_response_due: hoursFromNow(-2) }),
      ticket(3, 'Later', { first_response_due: tomorrow }),
      ticket(4, 'Snoozed', { snooze_until: tomorrow }),
      ticket(5, 'Done', { state: 'resolved' }),
      ticket(6, 'Of a colleague', { access: 'other' }),
      ticket(7, 'Answered', { first_answered_at: late, resolve_due: tomorrow }),
    ]),
  );
  const rows = await listRowsOf('Tickets due today');
  expect(rows.map((row) => /^(?:Free|Own)/.exec(row)?.[0])).toEqual(['Free', 'Own']);
  expect(rows[0]).toContain('Reply overdue since');
});

it('lists at most five due tickets', async () => {
  const tickets = [1, 2, 3, 4, 5, 6].map((index) =>
    makeStaffTicket({ id: idOf(index), first_response_due: hoursFromNow(-1) }),
  );
  await showEmployeeApp('/staff-dashboard', (phone) => phone.staff_tickets.bulkPut(tickets));
  expect(await listRowsOf('Tickets due today')).toHaveLength(5);
});
