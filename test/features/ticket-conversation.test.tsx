import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { StaffTicket } from '../../contract/entities/staff-ticket.ts';
import { hoursFromNow } from './news-maker.ts';
import { db, press, readQueuedWrites, stubOfflineAccount, showEmployeeApp } from './people-app.ts';
import { makePerson } from './people-maker.ts';
import { makeStaffTicket, NINA, TICKET } from './staff-ticket-maker.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

stubOfflineAccount(account);

const id = (last: number) => `0198c000-0000-7000-8000-00000000000${last}`;
const at = `/user/new-request/${TICKET}`;
const replies = [
  { id: id(7), text: 'Please, restart the app' },
  { id: id(8), text: 'Turn on the sound' },
];

const showTicket = (change: Partial<StaffTicket> = {}, others: readonly StaffTicket[] = []) =>
  showEmployeeApp(at, async (phone) => {
    await phone.staff_tickets.bulkPut([makeStaffTicket(change), ...others]);
    await phone.meta.put({ key: 'saved-replies', value: replies });
  });
const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Reply/ });
const write = async (value: string) => fireEvent.change(await box(), { target: { value } });

describe('the composer of a ticket', () => {
  it('a failed attempt to send and resolve does not make the next reply resolve the ticket', async () => {
    await showTicket();
    await press('Send and resolve');
    expect(await screen.findByText('This field cannot be empty')).toBeTruthy();
    await write('Is it on?');
    await press('Send');
    await waitFor(async () => expect((await readQueuedWrites()).map(([kind]) => kind)).toEqual(['ticket.answer']));
  });

  it('switches between reply and internal note, and resolves only with a reply', async () => {
    await showTicket();
    expect(await screen.findByRole('button', { name: 'Send and resolve' })).toBeTruthy();
    const switches = within(screen.getByRole('radiogroup', { name: 'Message type' })).getAllByRole('radio');
    expect(switches.map((radio) => radio.closest('label')?.textContent)).toEqual(['Reply', 'Internal note']);
    fireEvent.click(screen.getByRole('radio', { name: 'Internal note' }));
    expect(screen.queryByRole('button', { name: 'Send and resolve' })).toBeNull();
  });

  it('shows toasts at the top, where they do not cover the reply', async () => {
    await showTicket();
    await screen.findByRole('button', { name: 'Send and resolve' });
    expect(document.documentElement.hasAttribute('data-has-composer')).toBe(true);
  });

  it('a slash typed into the empty field opens the saved replies, and is replaced by the chosen one', async () => {
    await showTicket();
    await write('/');
    const sheet = within(await screen.findByRole('dialog', { name: 'Saved replies' }));
    const search = await sheet.findByRole('searchbox', { name: 'Search' });
    expect(sheet.queryByRole('button', { name: 'Save this reply' })).toBeNull();
    fireEvent.change(search, { target: { value: 'SOUND' } });
    expect(sheet.queryByText('Please, restart the app')).toBeNull();
    fireEvent.keyDown(search, { key: 'Enter' });
    await waitFor(async () => expect((await box()).value).toBe('Turn on the sound'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('adds a saved reply below the typed text, and reports when no saved reply contains the search text', async () => {
    await showTicket();
    await write('Good morning / evening');
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Saved replies');
    const sheet = within(await screen.findByRole('dialog'));
    const search = await sheet.findByRole('searchbox', { name: 'Search' });
    fireEvent.change(search, { target: { value: 'zebra' } });
    expect(sheet.getByText('No saved reply contains this.')).toBeTruthy();
    fireEvent.keyDown(search, { key: 'Enter' });
    fireEvent.change(search, { target: { value: '' } });
    fireEvent.click(sheet.getByRole('button', { name: 'Turn on the sound' }));
    await waitFor(async () => expect((await box()).value).toBe('Good morning / evening\nTurn on the sound'));
  });
});

describe('the deadline of a ticket', () => {
  const shown = async (change: Partial<StaffTicket>) => {
    await showEmployeeApp('/tickets', (phone) => phone.staff_tickets.put(makeStaffTicket(change)));
    return (await screen.findByRole('list', { name: 'Tickets' })).textContent;
  };
  const answered = { first_answered_at: hoursFromNow(-1) };

  it.each([
    [{ first_response_due: hoursFromNow(23.1) }, /Reply in 23 hours/],
    [{ ...answered, resolve_due: hoursFromNow(5.1) }, /Resolve in 5 hours/],
    [{ first_response_due: hoursFromNow(47.9) }, /Reply tomorrow/],
    [{ first_response_due: hoursFromNow(48.1) }, /Reply by /],
    [{ ...answered, resolve_due: hoursFromNow(50) }, /Resolve by /],
    [{ first_response_due: hoursFromNow(-1) }, /Reply overdue since /],
    [{ ...answered, resolve_due: hoursFromNow(-1) }, /Resolution overdue since /],
  ])('the deadline of a ticket with %o is shown in words', async (change, text) => {
    expect(await shown(change)).toMatch(text);
  });

  it('the deadline of a ticket is shown with its time in the head of the ticket', async () => {
    await showTicket({ first_response_due: hoursFromNow(3.1) });
    expect(await screen.findByText(/^Reply in 3 hours, .*\d\d:\d\d$/)).toBeTruthy();
  });
});

describe('a ticket and its author', () => {
  it('shows the first lines of an unassigned ticket in the list and on its screen', async () => {
    const unassigned = { access: 'free', state: 'new', author_id: null, responsible_id: null } as const;
    const free = makeStaffTicket({ ...unassigned, messages: [], preview: 'The film is' });
    await showEmployeeApp('/tickets?list=free', (phone) => phone.staff_tickets.put(free));
    expect((await screen.findByRole('list', { name: 'Tickets' })).textContent).toContain('The film is');
    fireEvent.click(screen.getByRole('link', { name: 'No sound' }));
    expect(await screen.findByText(/Take it to read the conversation/)).toBeTruthy();
    expect(screen.getByText('The film is')).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Other tickets' })).toBeNull();
  });

  it('shows the author with their five latest other tickets beside the conversation', async () => {
    const others = [1, 2, 3, 4, 5, 6].map((index) =>
      makeStaffTicket({
        id: id(index),
        subject: `Ticket ${index}`,
        created_at: hoursFromNow(-index),
        state: 'resolved',
      }),
    );
    await showTicket({}, others);
    await db.people.put(makePerson({ id: NINA, first_name: 'Nina', last_name: 'Frei', city: 'Ulm' }));
    const list = within(await screen.findByRole('list', { name: 'Other tickets' }));
    expect(list.getAllByRole('link').map((link) => link.textContent)).toEqual(
      [1, 2, 3, 4, 5].map((index) => `Ticket ${index}`),
    );
    expect(list.getAllByText('Resolved')).toHaveLength(5);
    expect(await screen.findByText('Ulm')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log a call' }).getAttribute('href')).toContain(NINA);
  });

  it('offers no call to an author who wants none', async () => {
    await showTicket();
    await db.people.put(makePerson({ id: NINA, city: 'Ulm', do_not_contact: true }));
    expect(await screen.findByText('No other tickets on this device')).toBeTruthy();
    expect(await screen.findByText('Ulm')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Log a call' })).toBeNull();
  });
});
