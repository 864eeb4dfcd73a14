import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { staffKeys, type WaitingLeadsQuery } from '../../src/lib/cached-pages.ts';
import { resizeWindowForTests } from '../helpers/window-size.ts';
import type { Entry } from '../../src/db/outbox/entry.ts';
import { chooseOption } from './controls.ts';
import { ANNA, showApp } from './fake-app.tsx';
import { hoursFromNow } from './news-maker.ts';
import { db, press, readQueuedWrites, stubOfflineAccount, showEmployeeApp } from './people-app.ts';
import { IVAN, makeEmployee, makeEvent, makePerson, makeWaitingLead } from './people-maker.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));
vi.mock('../../src/bridge/search.ts', () => import('./idle-search.ts'));

const MARIA = makeWaitingLead();
const PETER = makeWaitingLead({
  id: '0198c000-0000-7000-8000-00000000e102',
  first_name: 'Peter',
  language: 'de',
  country: 'DE',
  waiting_since: hoursFromNow(-30),
});

const OTHER = '0198c000-0000-7000-8000-00000000e002';
const THIRD = '0198c000-0000-7000-8000-00000000e003';

stubOfflineAccount(account);

const write = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: new RegExp(`^${name}`) }), { target: { value } });
const names = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((row) => row.textContent ?? '');

/** Stores the server's rejection of a request as a sync cycle does. */
async function refuse(error: Partial<NonNullable<Entry['error']>>): Promise<void> {
  const entry = (await db.outbox.toArray())[0]!;
  await db.outbox.put({ ...entry, state: 'rejected', error: { status: 409, code: null, at: Date.now(), ...error } });
}

async function take(name: string): Promise<void> {
  await press(`Request ${name}`);
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.click(sheet.getByRole('button', { name: 'Request' }));
}

it("lists the user's own leads by status, last changed first, and filters them through the URL", async () => {
  const { path } = await showEmployeeApp('/leads', (phone) =>
    phone.people.bulkPut([
      makePerson({ updated_at: hoursFromNow(-5) }),
      makePerson({ id: OTHER, first_name: 'Karla', last_name: '', language: 'de', status: 'active' }),
      makePerson({ id: THIRD, first_name: 'Boris', last_name: '', responsible_id: OTHER }),
    ]),
  );
  const list = await screen.findByRole('list', { name: 'My people' });
  expect(names(list).map((row) => row.slice(0, 5))).toEqual(['IPIva', 'KKarl']);
  expect(screen.getByText('2 people')).toBeTruthy();
  await chooseOption('Language', 'German');
  await waitFor(() => expect(path()).toBe('/leads?language=de'));
  expect(await screen.findByText('1 person')).toBeTruthy();
  await chooseOption('Status', 'Not active');
  expect(await screen.findByText('No leads match these filters.')).toBeTruthy();
  await press('Clear all filters');
  await waitFor(() => expect(path()).toBe('/leads'));
});

it('distinguishes unsynced leads, no waiting leads, and no own leads', async () => {
  await showEmployeeApp('/leads?tab=waiting', async () => {}, { status: { last_fetched_at: null } });
  expect(await screen.findByText(/haven't synced to this device yet/)).toBeTruthy();
  cleanup();
  await showEmployeeApp('/leads?tab=waiting', async () => {});
  expect(await screen.findByText('No leads are waiting.')).toBeTruthy();
  cleanup();
  await showEmployeeApp('/leads', async () => {});
  expect(await screen.findByText('You have no leads yet.')).toBeTruthy();
});

it("lists the longest waiting lead first, with waiting times and today's count", async () => {
  await showEmployeeApp('/leads?tab=waiting', async (phone) => {
    await phone.waiting_leads.bulkPut([MARIA, PETER]);
    await phone.employees.put(makeEmployee({ id: ANNA, name: 'Anna Berg', daily_limit: 20, time_zone: 'UTC' }));
    const detail = { to_id: ANNA, how: 'take' };
    await phone.person_events.put(makeEvent({ kind: 'taken', at: new Date().toISOString(), detail }));
  });
  const list = await screen.findByRole('list', { name: 'Waiting leads' });
  const rows = names(list);
  expect(rows[0]).toMatch(/Peter.*Kyiv, Germany, German.*Waiting 1 day/);
  expect(rows[1]).toMatch(/Maria.*Ukraine, Russian.*Waiting 3 hours/);
  expect(await screen.findByText('1 of 20 today')).toBeTruthy();
});

describe('a pool with more waiting leads than the device mirrors', () => {
  resizeWindowForTests('waiting_leads', 2);

  it('says that more leads may wait while offline, and counts and fetches them while online', async () => {
    const further = makeWaitingLead({ id: '0198c000-0000-7000-8000-00000000e103', first_name: 'Clara' });
    account.mockImplementation(async () => ({ ok: false, why: 'offline' }));
    await showEmployeeApp('/leads?tab=waiting', (phone) => phone.waiting_leads.bulkPut([MARIA, PETER]));
    expect(await screen.findByText('2 of the leads that have waited longest')).toBeTruthy();
    expect(await screen.findByText('You are offline')).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Waiting/ }).textContent).toBe('Waiting 2+');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    account.mockImplementation(async (verb, query) => {
      if (verb !== 'fetchWaitingLeads') return { ok: true };
      const { page } = query as WaitingLeadsQuery;
      await db.pages.put({
        key: staffKeys.waitingLeads({ page, language: '', country: '' }),
        rows: page === 1 ? [PETER, MARIA] : [further],
        about: { count: 1240, total_count: 1240, next: page === 1 ? 2 : null },
        fetched_at: new Date().toISOString(),
      });
      return { ok: true };
    });
    await press('Refresh');
    expect(await screen.findByText('2 of 1,240 waiting, oldest first')).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Waiting/ }).textContent).toBe('Waiting 1,240');
    await press('Show more');
    expect(await screen.findByText('Clara')).toBeTruthy();
    expect(await screen.findByText('3 of 1,240 waiting, oldest first')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
    await take('Clara');
    await waitFor(async () => expect(await readQueuedWrites()).toHaveLength(1));
    expect(await screen.findByText(/^Requested \d\d:\d\d, not confirmed yet$/)).toBeTruthy();
  });
});

it('shows an offline take as an unconfirmed request that can be undone', async () => {
  await showEmployeeApp('/leads?tab=waiting', (phone) => phone.waiting_leads.bulkPut([MARIA]));
  await press('Request Maria');
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual([
    'meet',
    'call',
    'message',
    '0',
    '15',
    '30',
    '45',
    '60',
    '75',
    '90',
  ]);
  fireEvent.click(sheet.getByRole('radio', { name: '30 min' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Request' }));
  expect(await screen.findByText(/^Requested \d\d:\d\d, not confirmed yet$/)).toBeTruthy();
  expect(await screen.findByText('Requested. Maria is not confirmed as yours yet.')).toBeTruthy();
  expect(await readQueuedWrites()).toEqual([['lead.take', expect.objectContaining({ type: 'call', start_in: 30 })]]);
  expect(await db.people.count()).toBe(0);
  await press('Withdraw');
  await waitFor(async () => expect(await readQueuedWrites()).toEqual([]));
  expect(await screen.findByRole('button', { name: 'Request Maria' })).toBeTruthy();
});

it('limits open lead requests to three', async () => {
  const four = [1, 2, 3, 4].map((index) =>
    makeWaitingLead({ id: `0198c000-0000-7000-8000-00000000e11${index}`, first_name: `Lead${index}` }),
  );
  await showEmployeeApp('/leads?tab=waiting', (phone) => phone.waiting_leads.bulkPut(four));
  for (const { first_name } of four) {
    await take(first_name);
    await waitFor(async () => expect((await readQueuedWrites()).length).toBeGreaterThan(0));
  }
  expect(await screen.findByText(/three requested leads/)).toBeTruthy();
  await waitFor(async () => expect(await readQueuedWrites()).toHaveLength(3));
});

it('names the employee who was faster to take a lead, and offers the next lead', async () => {
  await showEmployeeApp('/leads?tab=waiting', (phone) => phone.waiting_leads.bulkPut([MARIA, PETER]));
  await take('Maria');
  await waitFor(async () => expect(await readQueuedWrites()).toHaveLength(1));
  const at = new Date().toISOString();
  await db.waiting_leads.delete(MARIA.id);
  await refuse({ code: 'taken', fields: { by: 'Olga', at } });
  expect(await screen.findByText(/^Olga took Maria at \d\d:\d\d\.$/)).toBeTruthy();
  expect(screen.getByText('User is already taken by another employee')).toBeTruthy();
  expect(screen.getByText('Next waiting: Peter')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Dismiss: Maria' })).toBeTruthy();
  fireEvent.click(screen.getAllByRole('button', { name: 'Request Peter' })[0]!);
  const sheet = within(await screen.findByRole('dialog'));
  expect(await readQueuedWrites()).toHaveLength(1);
  fireEvent.click(sheet.getByRole('button', { name: 'Request' }));
  await waitFor(() => expect(screen.queryByText(/^Olga took Maria/)).toBeNull());
  const [request] = await db.outbox.toArray();
  expect(request).toMatchObject({ kind: 'lead.take', entity_id: PETER.id, state: 'queued' });
});

it('asks whether an old lead request is still wanted, and sends it again if so', async () => {
  await showEmployeeApp('/leads', (phone) => phone.waiting_leads.bulkPut([MARIA]));
  fireEvent.click(await screen.findByRole('link', { name: /Waiting/ }));
  await take('Maria');
  await waitFor(async () => expect(await readQueuedWrites()).toHaveLength(1));
  await refuse({ code: 'request_old' });
  expect(await screen.findByText('Do you still want Maria?')).toBeTruthy();
  await press('Yes, request Maria');
  await waitFor(async () =>
    expect(await readQueuedWrites()).toEqual([['lead.take', expect.objectContaining({ confirmed: true })]]),
  );
});

it('explains a lead request that was rejected because of the daily limit, until it is dismissed', async () => {
  await showEmployeeApp('/leads?tab=waiting', (phone) => phone.waiting_leads.bulkPut([MARIA]));
  await take('Maria');
  await waitFor(async () => expect(await readQueuedWrites()).toHaveLength(1));
  await refuse({ code: 'limit_reached' });
  expect(await screen.findByText('Maria could not be taken')).toBeTruthy();
  expect(screen.getByText('The daily limit of new leads is reached')).toBeTruthy();
  await press('Dismiss: Maria');
  await waitFor(async () => expect(await readQueuedWrites()).toEqual([]));
});

it('a lead that is created manually requires a name and a contact method, and keeps its draft', async () => {
  const { path } = await showEmployeeApp('/leads/new', async () => {});
  await press('Add lead');
  expect((await screen.findAllByText('Please, fill all necessary fields')).length).toBeGreaterThan(0);
  expect(screen.getByText('Please, fill this field')).toBeTruthy();
  write('First name', 'Nina');
  write('Phone', '12');
  await press('Add lead');
  expect(await screen.findByText('Phone is incorrect')).toBeTruthy();
  write('Phone', '+49 151 99999999');
  await waitFor(async () =>
    expect((await db.meta.get('draft:lead:new'))?.value).toMatchObject({
      draft: { first_name: 'Nina', phone: '+49 151 99999999' },
    }),
  );
  await press('Add lead');
  await waitFor(() => expect(path()).toMatch(/^\/user\/view-details\/[0-9a-f-]{36}$/));
  expect(await readQueuedWrites()).toEqual([
    ['lead.create', expect.objectContaining({ first_name: 'Nina', phone: '+4915199999999', language: 'en' })],
  ]);
  expect(await db.meta.get('draft:lead:new')).toBeUndefined();
  expect(await screen.findByText('Nina')).toBeTruthy();
});

it('warns about an existing person before a manual lead is saved', async () => {
  await showEmployeeApp('/leads/new', (phone) => phone.people.put(makePerson()));
  await screen.findByRole('textbox', { name: /^First name/ });
  write('Phone', '+49 151 12345678');
  const duplicate = await screen.findByText('Possible duplicate');
  expect(duplicate.parentElement?.textContent).toContain('Ivan Petrov, same number, in people');
  expect(screen.getByRole('button', { name: 'Save anyway' })).toBeTruthy();
});

it('offers to correct a lead that is already known, or to add it to the existing person as a note', async () => {
  const { ports } = await showEmployeeApp('/leads/new', (phone) => phone.people.put(makePerson()));
  await screen.findByRole('textbox', { name: /^First name/ });
  write('First name', 'Vanya');
  write('Phone', '+49 151 77777777');
  write('Notes', 'Met at the fair');
  fireEvent.click(screen.getByRole('button', { name: /Add lead|Save anyway/ }));
  await waitFor(async () => expect(await readQueuedWrites()).toHaveLength(1));
  await refuse({
    status: 409,
    code: 'phone_taken',
    fields: { phone: 'phone_taken', person_id: IVAN, person_name: 'Ivan Petrov', responsible_name: 'Anna Berg' },
  });
  const { op_id, entity_id } = (await db.outbox.toArray())[0]!;
  // Remove the row as a sync cycle does, because a rejected write has no effect.
  await db.people.delete(entity_id);
  expect(await screen.findByText('This lead was not accepted. What you wrote is saved.')).toBeTruthy();
  fireEvent.click(screen.getAllByRole('link', { name: 'Leads' })[0]!);
  expect(await screen.findByText('The lead Vanya was not accepted')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Edit and resend' }).getAttribute('href')).toContain(op_id);
  cleanup();
  const { path } = await showApp(`/leads/new?resend=${op_id}`, ports);
  expect(await screen.findByText('This was not accepted')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^First name/ }).value).toBe('Vanya');
  expect(screen.getAllByText('Phone is already in use').length).toBeGreaterThan(0);
  // The button is pressed twice, and only one note must be stored.
  const add = await screen.findByRole('button', { name: 'Add to Ivan Petrov' });
  fireEvent.click(add);
  fireEvent.click(add);
  await waitFor(() => expect(path()).toBe(`/user/view-details/${IVAN}`));
  await waitFor(async () =>
    expect(await readQueuedWrites()).toEqual([
      ['person.note', expect.objectContaining({ person_id: IVAN, text: 'Vanya, +4915177777777\nMet at the fair' })],
    ]),
  );
  expect((await screen.findAllByText(/Met at the fair/)).length).toBeGreaterThan(0);
});
