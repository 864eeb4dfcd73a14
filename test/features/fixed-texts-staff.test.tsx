import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { StaffTicket } from '../../contract/entities/staff-ticket.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { staffKeys } from '../../src/lib/cached-pages.ts';
import { chooseOption } from './controls.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { hoursFromNow } from './news-maker.ts';
import { IVAN, makeEmployee, makePerson, OLGA } from './people-maker.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));
vi.mock('../../src/bridge/search.ts', () => import('./idle-search.ts'));

let db: PhoneDb;

beforeEach(() => void account.mockResolvedValue({ ok: false, why: 'no_answer' }));

async function showAt(path: string, fill: (phone: PhoneDb) => Promise<unknown>, is_manager = false) {
  const ports = freshPorts();
  db = await openPhone(ports, { is_staff: true, is_manager }, { last_fetched_at: new Date().toISOString() });
  await fill(db);
  return showApp(path, ports);
}

/** Marks every waiting write as accepted by the server. */
async function acceptAll(): Promise<void> {
  await waitFor(async () => {
    const entries = await db.outbox.toArray();
    expect(entries).not.toEqual([]);
    for (const { op_id, kind, entity, entity_id, background } of entries) {
      const line = { title: '', at_client: 1, server_time: new Date().toISOString(), rev: 9 };
      await db.history.put({ op_id, kind, entity, entity_id, background, ...line });
    }
  });
}

const PERSON_PATH = `/user/view-details/${IVAN}`;
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const pressLast = (sheet: ReturnType<typeof within>, name: string) =>
  fireEvent.click(sheet.getAllByRole('button', { name }).at(-1)!);

async function openMore(name: string): Promise<void> {
  await press('More');
  fireEvent.click(await screen.findByRole('menuitem', { name }));
}

it("shows the specification's text after a person was rejected", async () => {
  await showAt(PERSON_PATH, (phone) => phone.people.put(makePerson()));
  await openMore('Reject');
  const sheet = within(await screen.findByRole('dialog', { name: 'Reject Ivan Petrov?' }));
  fireEvent.click(sheet.getByRole('radio', { name: 'No common language' }));
  pressLast(sheet, 'Reject');
  await acceptAll();
  await screen.findByText('User rejected successfully');
});

it("shows the specification's text after a person was reassigned", async () => {
  await showAt(PERSON_PATH, async (phone) => {
    await phone.people.put(makePerson());
    await phone.employees.put(makeEmployee());
  });
  await openMore('Reassign');
  const sheet = within(await screen.findByRole('dialog', { name: /^Reassign Ivan/ }));
  const list = await sheet.findByRole('list', { name: 'Employees' });
  fireEvent.click(within(list).getByRole('button', { name: 'Olga Kern' }));
  pressLast(sheet, 'Reassign');
  await acceptAll();
  await screen.findByText('Operation successful');
});

it("shows the specification's text after a person was removed", async () => {
  await showAt(PERSON_PATH, (phone) => phone.people.put(makePerson()), true);
  await openMore('Remove');
  const sheet = within(await screen.findByRole('alertdialog'));
  fireEvent.change(sheet.getByRole('textbox'), { target: { value: 'Ivan Petrov' } });
  pressLast(sheet, 'Remove');
  await acceptAll();
  await screen.findByText('Deleted successfully');
});

it("shows the specification's text after a lead was closed", async () => {
  await showAt(PERSON_PATH, (phone) => phone.people.put(makePerson()));
  await openMore('Close lead');
  const sheet = within(await screen.findByRole('dialog', { name: 'Close lead Ivan Petrov?' }));
  fireEvent.click(sheet.getByRole('radio', { name: 'Not interested' }));
  pressLast(sheet, 'Close lead');
  await acceptAll();
  await screen.findByText('Lead settings updated');
});

it("shows the specification's text after a lead was created manually", async () => {
  await showAt('/leads/new', async () => {});
  const type = (name: RegExp, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  await screen.findByRole('textbox', { name: /^First name/ });
  type(/^First name/, 'Nina');
  type(/^Email/, 'nina@example.org');
  await press('Add lead');
  await acceptAll();
  await screen.findByText('Lead created');
});

it("shows the specification's text after a tag was added", async () => {
  await showAt(PERSON_PATH, async (phone) => {
    await phone.people.put(makePerson());
    const rows = [{ id: OLGA, name: 'Interest', tags: [{ id: ANNA, name: 'Books' }] }];
    await phone.pages.put({ key: staffKeys.tags, rows, fetched_at: hoursFromNow(-2) });
  });
  await openMore('Tags and groups');
  const sheet = within(await screen.findByRole('dialog', { name: 'Tags and groups' }));
  await chooseOption('Tags', 'Interest: Books');
  fireEvent.click(sheet.getByRole('button', { name: 'Add tag' }));
  await acceptAll();
  await screen.findByText('Tag added to lead');
});

it("shows the specification's text after a ticket was rejected", async () => {
  const id = '0198c000-0000-7000-8000-00000000aaaa';
  const ticket: StaffTicket = {
    id,
    rev: 3,
    number: 12,
    type: 'problem',
    subject: 'No sound',
    state: 'taken',
    priority: 'normal',
    author_id: IVAN,
    author_name: 'Ivan',
    has_telegram: false,
    access: 'own',
    previous_id: null,
    responsible_id: ANNA,
    responsible_name: 'Anna Berg',
    taken_at: hoursFromNow(-1),
    reason: '',
    rating: null,
    reject_reason: null,
    duplicate_of: null,
    snooze_until: null,
    first_answered_at: null,
    messages: [],
    first_response_due: hoursFromNow(3),
    resolve_due: hoursFromNow(30),
    closed_at: null,
    created_at: hoursFromNow(-2),
    updated_at: hoursFromNow(-2),
  };
  await showAt(`/user/new-request/${id}`, (phone) => phone.staff_tickets.put(ticket));
  await press('Reject');
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.click(sheet.getAllByRole('radio')[0]!);
  fireEvent.click(sheet.getByRole('button', { name: 'Reject ticket' }));
  await acceptAll();
  await screen.findByText('Ticket rejected successfully');
});
