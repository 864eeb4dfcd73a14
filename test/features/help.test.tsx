import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Ticket } from '../../contract/entities/ticket.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { chooseOption } from './controls.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { hoursFromNow } from './news-maker.ts';

const TICKET = '0198c000-0000-7000-8000-00000000aaaa';
const CARL = '0198c000-0000-7000-8000-00000000cccc';

let db: PhoneDb;

it('redirects the documented address of a help request to its screen', async () => {
  const ports = freshPorts();
  await openPhone(ports);
  const { path } = await showApp(`/requests/${TICKET}`, ports);
  await waitFor(() => expect(path()).toBe(`/help/${TICKET}`));
});

function makeTicket(change: Partial<Ticket> = {}): Ticket {
  const fields = { author_id: ANNA, author_name: 'Anna Berg', by_staff: false, attachments: [], at: hoursFromNow(-2) };
  return {
    id: TICKET,
    rev: 3,
    number: 12,
    type: 'problem',
    subject: 'No sound',
    state: 'new',
    priority: 'normal',
    author_id: ANNA,
    responsible_id: null,
    responsible_name: null,
    previous_id: null,
    reason: '',
    reject_reason: null,
    duplicate_of: null,
    messages: [{ ...fields, id: TICKET, body: 'The film is silent' }],
    rating: null,
    created_at: hoursFromNow(-2),
    updated_at: hoursFromNow(-2),
    closed_at: null,
    ...change,
  };
}

async function showAt(path: string, rows: readonly Ticket[], status: Partial<SyncStatus> = {}) {
  const ports = freshPorts();
  db = await openPhone(ports, {}, { connection: 'offline', last_fetched_at: hoursFromNow(-1), ...status });
  await db.tickets.bulkPut(rows);
  return showApp(path, ports);
}

const write = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: new RegExp(`^${name}`) }), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const queued = async () => (await db.outbox.orderBy('seq').toArray()).map(({ kind, args }) => [kind, args] as const);

it('invites the user to ask for help when there are no help requests, but not before the first sync', async () => {
  await showAt('/help', []);
  expect(await screen.findByText(/Something unclear/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Get help' }).getAttribute('href')).toBe('/help/new');
  cleanup();
  await showAt('/help', [], { last_fetched_at: null });
  expect(await screen.findByText(/haven't synced/)).toBeTruthy();
});

it('lists each help request with status and number, and closed ones separately', async () => {
  await showAt('/help', [
    makeTicket({ state: 'waiting_user' }),
    makeTicket({ id: CARL, number: 9, subject: 'My bill', state: 'closed', closed_at: hoursFromNow(-1) }),
  ]);
  const open = await screen.findByRole('list', { name: 'My requests' });
  expect(open.textContent).toMatch(/No sound.*Answered.*No\. 12/);
  expect(screen.getByRole('list', { name: 'Finished' }).textContent).toMatch(/My bill.*Closed/);
});

it('validates a new help request, queues it, and restores the form on Undo', async () => {
  const { path } = await showAt('/help/new', []);
  await press('Send');
  expect(await screen.findByText('Please, fill all necessary fields')).toBeTruthy();
  expect(screen.getAllByText('Please, fill this field')).toHaveLength(3);
  await chooseOption(/What is it about/, 'Problem');
  write('Subject', 'No');
  write('Message', 'The film is silent');
  await press('Send');
  expect(await screen.findByText('Write a little more')).toBeTruthy();
  expect(screen.queryByText('Please, fill all necessary fields')).toBeNull();
  write('Subject', 'No sound');
  await waitFor(async () =>
    expect((await db.meta.get('draft:ticket'))?.value).toMatchObject({ subject: 'No sound', type: 'problem' }),
  );
  await press('Send');
  await waitFor(() => expect(path()).toMatch(/^\/help\/[0-9a-f-]{36}$/));
  expect(await screen.findByText('No number yet')).toBeTruthy();
  expect(screen.getByText('Not sent yet')).toBeTruthy();
  expect(await db.meta.get('draft:ticket')).toBeUndefined();
  expect(await queued()).toEqual([
    ['ticket.create', expect.objectContaining({ type: 'problem', subject: 'No sound', body: 'The film is silent' })],
  ]);
  expect(await screen.findByText('Saved on this device. Will be sent.')).toBeTruthy();
  await press('Undo');
  await waitFor(async () => expect(await queued()).toEqual([]));
  await waitFor(() => expect(path()).toBe('/help/new'));
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Subject/ })).value).toBe('No sound');
});

it('shows toasts at the top of a help request, where they do not cover the reply', async () => {
  await showAt(`/help/${TICKET}`, [makeTicket({ state: 'waiting_user', responsible_id: CARL })]);
  await screen.findByRole('button', { name: 'Send' });
  expect(document.documentElement.hasAttribute('data-has-composer')).toBe(true);
});

it('marks an unsent message of a help request in its bubble, and removes the message on Undo', async () => {
  await showAt(`/help/${TICKET}`, [makeTicket({ state: 'waiting_user', responsible_id: CARL })]);
  await press('Send');
  expect(await screen.findByText('This field cannot be empty')).toBeTruthy();
  write('Write a message', 'In the first lesson');
  await press('Send');
  const messages = within(screen.getByRole('list', { name: 'Conversation' }));
  const bubble = (await messages.findByText('In the first lesson')).closest('li')!;
  await waitFor(() => expect(bubble.textContent).toContain('Not sent yet'));
  expect(screen.getByText('In progress')).toBeTruthy();
  fireEvent.click(within(bubble).getByText('Undo'));
  await waitFor(() => expect(messages.queryByText('In the first lesson')).toBeNull());
  expect(screen.getByText('Answered')).toBeTruthy();
  expect(await queued()).toEqual([]);
});

it('cancels a help request with a reason', async () => {
  await showAt(`/help/${TICKET}`, [makeTicket()]);
  await press('Cancel request');
  const sheet = await screen.findByRole('dialog');
  fireEvent.change(within(sheet).getByRole('textbox'), { target: { value: 'Found it' } });
  fireEvent.click(within(sheet).getByRole('button', { name: 'Cancel request' }));
  expect(await screen.findByText('You cancelled this request')).toBeTruthy();
  expect(screen.getByText('Found it')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Write a message' })).toBeNull();
  const related = await screen.findByRole('link', { name: 'New related request' });
  expect(related.getAttribute('href')).toBe(`/help/new?previous=${TICKET}`);
});

it('lets the author rate a resolved help request once, close it and reopen it', async () => {
  await showAt(`/help/${TICKET}`, [makeTicket({ state: 'resolved' })]);
  expect(await screen.findByText('Did this help?')).toBeTruthy();
  await press('Rate');
  expect(await screen.findByText('Please, fill this field')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: '4' }));
  write('What could be better', 'Faster');
  await press('Rate');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Rate' })).toBeNull());
  await press('Mark as resolved');
  expect(await screen.findByText('You rated the help: 4 of 5')).toBeTruthy();
  await press('Reopen');
  expect(await screen.findByText('New')).toBeTruthy();
  expect((await queued()).map(([kind]) => kind)).toEqual(['ticket.rate', 'ticket.close', 'ticket.reopen']);
});

it('shows why a help request was rejected, and reports a missing help request', async () => {
  await showAt(`/help/${TICKET}`, [makeTicket({ state: 'rejected', reason: 'Duplicate' })]);
  expect(await screen.findByText('This request was rejected')).toBeTruthy();
  expect(screen.getByText('Duplicate')).toBeTruthy();
  cleanup();
  await showAt('/help/0198c000-0000-7000-8000-00000000ffff', []);
  expect(await screen.findByText('This request is not on this device.')).toBeTruthy();
});

it('the Help screen explains how to use the app offline, even without any data', async () => {
  const ports = freshPorts();
  await openPhone(ports, {}, { connection: 'offline' });
  const { path } = await showApp('/help', ports);
  fireEvent.click(await screen.findByRole('link', { name: 'Using the app offline' }));
  expect(await screen.findByRole('heading', { name: 'Before you go offline' })).toBeTruthy();
  expect(path()).toBe('/help/offline');
  expect(screen.getByRole('link', { name: 'Downloads' }).getAttribute('href')).toBe('/downloads');
});
