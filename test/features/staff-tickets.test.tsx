import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Me } from '../../contract/entities/me.ts';
import type { StaffTicket } from '../../contract/entities/staff-ticket.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { chooseOption, typeDate } from './controls.ts';
import { makeEntry } from './entry-maker.ts';
import { makePerson } from './person-maker.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { hoursFromNow } from './news-maker.ts';
import { makeStaffTicket as own, NINA, TICKET } from './staff-ticket-maker.ts';

const id = (last: string) => `0198c000-0000-7000-8000-00000000${last}`;

let db: PhoneDb;

const free = (change: Partial<StaffTicket> = {}): StaffTicket =>
  own({
    access: 'free',
    state: 'new',
    responsible_id: null,
    responsible_name: null,
    taken_at: null,
    author_id: null,
    author_name: 'Nina',
    messages: [],
    ...change,
  });

async function showAt(
  path: string,
  rows: readonly StaffTicket[],
  { me, status, prepare }: { me?: Partial<Me>; status?: Partial<SyncStatus>; prepare?: () => Promise<unknown> } = {},
) {
  const ports = freshPorts();
  const syncedStatus = { connection: 'offline', last_fetched_at: hoursFromNow(-1) } as const;
  db = await openPhone(ports, { is_staff: true, ...me }, { ...syncedStatus, ...status });
  await db.staff_tickets.bulkPut(rows);
  await prepare?.();
  return showApp(path, ports);
}

const at = `/user/new-request/${TICKET}`;
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const write = async (name: string, value: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name: new RegExp(`^${name}`) }), { target: { value } });
const queued = async () => (await db.outbox.orderBy('seq').toArray()).map(({ kind, args }) => [kind, args] as const);

it('lists open, snoozed and finished own tickets, and keeps filters in the URL', async () => {
  const { path } = await showAt('/tickets', [
    own({ first_response_due: hoursFromNow(-1), priority: 'urgent' }),
    own({ id: id('0002'), subject: 'A bill', type: 'payment', snooze_until: hoursFromNow(5) }),
    own({ id: id('0003'), subject: 'Done', state: 'closed', closed_at: hoursFromNow(-1) }),
    free({ id: id('0004'), subject: 'A free one' }),
  ]);
  const open = await screen.findByRole('list', { name: 'Tickets' });
  expect(open.textContent).toMatch(/No sound.*In progress.*No\. 12 · Problem · Nina Frei.*Reply overdue since.*Urgent/);
  expect(screen.getByRole('list', { name: 'Snoozed' }).textContent).toContain('A bill');
  expect(screen.getByRole('list', { name: 'Finished' }).textContent).toContain('Done');
  expect(screen.queryByText('A free one')).toBeNull();
  expect(screen.queryByRole('link', { name: 'All' })).toBeNull();
  await chooseOption('Type', 'Payment');
  await waitFor(() => expect(path()).toBe('/tickets?type=payment'));
  await waitFor(() => expect(screen.queryByText('No sound')).toBeNull());
  await chooseOption('Type', 'Account');
  await press('Show all');
  await waitFor(() => expect(path()).toBe('/tickets'));
  fireEvent.click(screen.getByRole('link', { name: 'Unassigned' }));
  expect(await screen.findByText('A free one')).toBeTruthy();
  expect(path()).toBe('/tickets?list=free');
});

it('distinguishes unsynced tickets, no own tickets, and no unassigned tickets', async () => {
  await showAt('/tickets', [], { status: { last_fetched_at: null } });
  expect(await screen.findByText(/haven't synced/)).toBeTruthy();
  cleanup();
  await showAt('/tickets', []);
  expect(await screen.findByText('You have no tickets.')).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Unassigned tickets' }));
  expect(await screen.findByText('No unassigned tickets.')).toBeTruthy();
});

it("shows a manager the team's tickets with their employees", async () => {
  await showAt('/tickets?list=all', [own({ access: 'team', responsible_name: 'Olga Sommer' })], {
    me: { is_manager: true },
  });
  expect((await screen.findByRole('list', { name: 'Tickets' })).textContent).toContain('Olga Sommer');
});

it('shows a ticket that was taken offline as requested, not as taken', async () => {
  await showAt('/tickets?list=free', [free()]);
  await press('Take ticket “No sound”');
  expect(await screen.findByText('Requested')).toBeTruthy();
  expect(await screen.findByText('Requested. Waiting for the server to confirm.')).toBeTruthy();
  expect((await db.staff_tickets.get(TICKET))?.access).toBe('free');
  expect((await queued()).map(([kind]) => kind)).toEqual(['ticket.take']);
  fireEvent.click(screen.getByRole('link', { name: 'No sound' }));
  expect(await screen.findByText(/Not yours yet/)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  await press('Undo');
  await waitFor(async () => expect(await queued()).toEqual([]));
  expect(await screen.findByRole('button', { name: 'Take' })).toBeTruthy();
});

it('names the colleague who took a ticket first, and offers the next ticket', async () => {
  const error = {
    status: 409,
    code: 'ticket_taken',
    at: 0,
    fields: { by: 'Olga Sommer', at: hoursFromNow(-1) },
  } as const;
  const lostRequest = { kind: 'ticket.take', entity: 'staff_tickets', entity_id: TICKET, title: 'No sound' } as const;
  await showAt('/tickets', [free({ id: id('0004'), subject: 'Another' })], {
    prepare: () =>
      db.outbox.add(makeEntry(1, { ...lostRequest, args: { at: hoursFromNow(-2) }, state: 'rejected', error })),
  });
  expect(await screen.findByText('Ticket is already taken by another employee')).toBeTruthy();
  expect(screen.getByText(/No sound, Olga Sommer, /)).toBeTruthy();
  const next = await screen.findByRole('link', { name: 'Next ticket' });
  expect(next.getAttribute('href')).toBe(`/user/new-request/${id('0004')}`);
  await press('Close');
  await waitFor(async () => expect(await queued()).toEqual([]));
});

it('shows before a reply is typed that another employee has taken the ticket', async () => {
  await showAt(at, [
    free({ access: 'other', state: 'taken', responsible_name: 'Olga Sommer', taken_at: hoursFromNow(-1) }),
  ]);
  expect(await screen.findByText('Ticket is already taken by another employee')).toBeTruthy();
  expect(screen.getByText(/^Olga Sommer, /)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Take' })).toBeNull();
});

it('keeps the draft of a reply to a ticket, queues the reply, and removes it on Undo', async () => {
  await showAt(at, [own()]);
  await press('Send');
  expect(await screen.findByText('This field cannot be empty')).toBeTruthy();
  await write('Reply', 'Turn it on');
  expect((await db.meta.get(`draft:staff-ticket:${TICKET}`))?.value).toMatchObject({ text: 'Turn it on' });
  await press('Send');
  const messages = within(await screen.findByRole('list', { name: 'Conversation' }));
  const bubble = (await messages.findByText('Turn it on', { selector: 'p' })).closest('li')!;
  await waitFor(() => expect(bubble.textContent).toContain('Not sent yet'));
  expect(screen.getByText('Answered')).toBeTruthy();
  expect(await screen.findByText(/Waiting for Nina Frei to reply/)).toBeTruthy();
  expect(await db.meta.get(`draft:staff-ticket:${TICKET}`)).toBeUndefined();
  fireEvent.click(within(bubble).getByText('Undo'));
  await waitFor(() => expect(messages.queryByText('Turn it on')).toBeNull());
  expect(screen.getByText('In progress')).toBeTruthy();
});

it('labels internal notes and shows the delivery status of Telegram messages', async () => {
  const message = { ...own().messages[0]!, by_staff: true, author_id: ANNA };
  await showAt(at, [
    own({
      has_telegram: true,
      messages: [
        { ...message, id: id('0001'), body: 'He is deaf', internal: true },
        { ...message, id: id('0002'), body: 'At six', delivery: 'failed' },
      ],
    }),
  ]);
  const noteBubble = (await screen.findByText('He is deaf')).closest('li')!;
  expect(within(noteBubble).getByText('Internal note')).toBeTruthy();
  expect(within((await screen.findByText('At six')).closest('li')!).getByText('Telegram: not delivered')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Internal note' }));
  await write('Note for employees', 'Call him');
  expect(screen.getByText('Only employees can see this.')).toBeTruthy();
  await press('Save note');
  expect(await screen.findByText('Call him', { selector: 'p' })).toBeTruthy();
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(''));
  fireEvent.click(await screen.findByRole('radio', { name: 'Telegram' }));
  await write('Reply via Telegram', 'At seven');
  await press('Send via Telegram');
  const sent = (await screen.findByText('At seven', { selector: 'p' })).closest('li')!;
  await waitFor(() => expect(within(sent).getByText('Telegram: not sent yet')).toBeTruthy());
  expect((await queued()).map(([kind]) => kind)).toEqual(['ticket.note', 'ticket.message']);
});

it('saves, inserts and deletes quick replies', async () => {
  await showAt(at, [own()]);
  await write('Reply', 'Please, restart the app');
  await press('Saved replies');
  await press('Save this reply');
  await press('Close');
  await write('Reply', '');
  await press('Saved replies');
  await press('Please, restart the app');
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Reply/ });
  await waitFor(() => expect(box.value).toBe('Please, restart the app'));
  await press('Saved replies');
  await press('Delete saved reply');
  expect(await screen.findByText(/Write a reply first/)).toBeTruthy();
});

it('requires a reason to reject a ticket, and an explanation for some reasons', async () => {
  await showAt(at, [own(), own({ id: id('0009'), number: 9, subject: 'Before' })]);
  await press('Reject');
  const sheet = within(await screen.findByRole('dialog'));
  const send = () => fireEvent.click(sheet.getByRole('button', { name: 'Reject ticket' }));
  send();
  expect(await sheet.findByText('Please, fill all necessary fields')).toBeTruthy();
  fireEvent.click(sheet.getByRole('radio', { name: 'Other reason' }));
  send();
  expect(sheet.getAllByText('Please, fill this field')).toHaveLength(1);
  fireEvent.click(sheet.getByRole('radio', { name: 'Duplicate' }));
  await chooseOption(/Which/, /Before/);
  send();
  expect(await screen.findAllByText('Rejected')).toHaveLength(2);
  expect(await queued()).toEqual([
    ['ticket.reject', expect.objectContaining({ reason: 'duplicate', duplicate_of: id('0009'), text: '' })],
  ]);
});

it('snoozes, unsnoozes, prioritises, resolves and releases a ticket', async () => {
  await showAt(at, [own()]);
  await press('Snooze');
  const sheet = within(await screen.findByRole('dialog'));
  await typeDate('Choose a date', '2001-01-01T10:00');
  fireEvent.click(sheet.getByRole('button', { name: 'Snooze' }));
  expect(await sheet.findByText('Choose a day within the next 30 days')).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: 'In a week' }));
  expect(await screen.findByText(/^Snoozed until/)).toBeTruthy();
  await press('Unsnooze');
  await waitFor(() => expect(screen.queryByText(/^Snoozed until/)).toBeNull());
  await chooseOption('Priority', 'High');
  await waitFor(() => expect(screen.getByText('Priority: High')).toBeTruthy());
  await press('Send and resolve');
  expect(await screen.findByText('This field cannot be empty')).toBeTruthy();
  await write('Reply', 'It was the switch');
  await press('Send and resolve');
  expect(await screen.findByText(/^Resolved. Closes/)).toBeTruthy();
  await press('Reopen');
  await press('Release');
  expect(await screen.findByText(/This ticket is unassigned/)).toBeTruthy();
  const kinds = ['ticket.snooze', 'ticket.snooze', 'ticket.prioritise', 'ticket.resolve', 'ticket.resume'];
  expect((await queued()).map(([kind]) => kind)).toEqual([...kinds, 'ticket.release']);
});

it('a ticket created for a phone request waits until the write that creates its author is sent', async () => {
  const lead = makeEntry(1, { entity: 'people', entity_id: NINA, kind: 'lead.create' });
  const { path } = await showAt('/tickets/new', [], {
    prepare: async () => {
      await db.people.put(makePerson({ id: NINA, first_name: 'Nina', last_name: 'Frei' }));
      await db.outbox.add(lead);
    },
  });
  await press('Create ticket');
  const title = await screen.findByText('Please, fill all necessary fields');
  expect(screen.getAllByText('Please, fill this field')).toHaveLength(4);
  const links = within(title.closest<HTMLElement>('[role="alert"]')!).getAllByRole('button');
  const missing = ['Who asked?', 'What is it about?', 'Subject', 'What did they ask?'];
  expect(links.map(({ textContent }) => textContent)).toEqual(missing);
  await chooseOption(/Choose Who asked/, /Nina Frei/);
  await chooseOption(/Choose What is it about/, 'Question');
  await write('Subject', 'The next course');
  await write('What did they ask?', 'When does it begin?');
  await press('Create ticket');
  await waitFor(() => expect(path()).toMatch(/^\/user\/new-request\/[0-9a-f-]{36}$/));
  expect(await screen.findByText('In progress')).toBeTruthy();
  expect(screen.getByText('When does it begin?')).toBeTruthy();
  expect((await queued()).slice(1)).toEqual([
    ['ticket.create_for', expect.objectContaining({ user_id: NINA, channel: 'phone', author_name: 'Nina Frei' })],
  ]);
  expect((await db.outbox.toArray()).at(-1)?.deps).toEqual([lead.op_id]);
});

it('reports a missing ticket', async () => {
  await showAt('/user/new-request/0198c000-0000-7000-8000-00000000ffff', []);
  expect(await screen.findByText('This ticket is not on this device.')).toBeTruthy();
});
