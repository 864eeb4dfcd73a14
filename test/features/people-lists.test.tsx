import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { staffKeys } from '../../src/lib/cached-pages.ts';
import { chooseOption } from './controls.ts';
import { ANNA, showApp } from './fake-app.tsx';
import { hoursFromNow } from './news-maker.ts';
import {
  db,
  IVAN_PATH,
  press,
  readQueuedWrites,
  listRowsOf,
  stubOfflineAccount,
  showEmployeeApp,
} from './people-app.ts';
import { IVAN, makePerson, makeWaitingLead, OLGA } from './people-maker.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account, fetchPage: async () => ({ ok: true }) } }));
vi.mock('../../src/bridge/search.ts', () => import('./idle-search.ts'));

stubOfflineAccount(account);

it('distinguishes a person in the pool, one not on this device, a missing and an inaccessible one', async () => {
  const id = '0198c000-0000-7000-8000-00000000e101';
  await showEmployeeApp(`/user/view-details/${id}`, (phone) => phone.waiting_leads.put(makeWaitingLead()));
  expect(await screen.findByText(/This lead is waiting/)).toBeTruthy();
  cleanup();
  await showEmployeeApp(IVAN_PATH, async () => {});
  expect(await screen.findByText('This person is not on this device.')).toBeTruthy();
  expect(screen.getByText('You are offline')).toBeTruthy();
  cleanup();
  account.mockResolvedValue({ ok: false, why: 'refused', code: 'not_found' });
  await showEmployeeApp(IVAN_PATH, async () => {});
  expect(await screen.findByText('This person does not exist, or you do not have access.')).toBeTruthy();
  cleanup();
  account.mockResolvedValue({ ok: false, why: 'refused', code: 'invalid' });
  await showEmployeeApp('/user/view-details/x', async () => {});
  expect(await screen.findByText('This person does not exist, or you do not have access.')).toBeTruthy();
  cleanup();
  const receipt = { op_id: 'o', kind: 'person.edit', entity: 'people', entity_id: IVAN, title: 'Ivan', at_client: 1 };
  await showEmployeeApp(IVAN_PATH, (phone) =>
    phone.history.put({ ...receipt, server_time: hoursFromNow(-9), rev: 2, background: 0 } as never),
  );
  expect(await screen.findByText(/You no longer have access to this person/)).toBeTruthy();
});

it('shows the action log of a person page by page, with the age of the data', async () => {
  const line = {
    id: OLGA,
    at: hoursFromNow(-30),
    action: 'person_taken',
    by_id: ANNA,
    by_name: 'Anna Berg',
    detail: {},
  };
  const { path } = await showEmployeeApp(`${IVAN_PATH}?tab=log`, async (phone) => {
    await phone.people.put(makePerson());
    const about = { count: 30, total_count: 30, next: 2 };
    await phone.pages.put({ key: staffKeys.log(IVAN, 1), rows: [line], about, fetched_at: hoursFromNow(-3) });
  });
  expect((await listRowsOf('Action log'))[0]).toMatch(/Taken.*Anna Berg/);
  expect(await screen.findByText(/^As of /)).toBeTruthy();
  expect(await screen.findByText('You are offline')).toBeTruthy();
  await press('Older');
  expect(await screen.findByText(/hasn't synced to this device yet/)).toBeTruthy();
  expect(account).toHaveBeenLastCalledWith('fetchActionLog', IVAN, 2);
  expect(path()).toBe(`${IVAN_PATH}?tab=log`);
});

it('lists the people on the device until the full list is fetched, and filters both by the URL', async () => {
  const { path } = await showEmployeeApp('/people', (phone) => phone.people.put(makePerson()));
  expect(await screen.findByText(/This list hasn't synced/)).toBeTruthy();
  expect((await listRowsOf('People on this device'))[0]).toContain('Ivan Petrov');
  await chooseOption('Status', 'Active');
  await waitFor(() => expect(path()).toBe('/people?status=active'));
  expect(await screen.findByText('No matches.')).toBeTruthy();
  const lastRequest = account.mock.calls.filter(([verb]) => verb === 'fetchPeople').at(-1)?.[1];
  const user = { ...makePerson({ status: 'active' }), open_tasks: 1, last_contact_at: null, tags_groups: {} };
  const about = { count: 1, total_count: 7, next: null, columns: [], tags_groups_columns: [] };
  await db.pages.put({
    key: staffKeys.people(lastRequest as never),
    rows: [user],
    about,
    fetched_at: hoursFromNow(-1),
  });
  expect(await screen.findByText(/1 of 7 people in your structure/)).toBeTruthy();
  expect((await listRowsOf('People'))[0]).toContain('Ivan Petrov');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '151' } });
  await waitFor(() => expect(path()).toBe('/people?status=active&q=151'));
});

it("links from a person back to the filtered list, even after the person's history was filtered", async () => {
  const { path } = await showEmployeeApp('/people?q=ivan', (phone) => phone.people.put(makePerson({ city: 'Bonn' })));
  fireEvent.click(await screen.findByRole('link', { name: 'Ivan Petrov' }));
  const main = screen.getByRole('main');
  await within(main).findByRole('link', { name: 'People' });
  const nav = screen.getByRole('navigation', { name: 'Main menu' });
  expect(within(nav).getByRole('link', { name: 'People' }).getAttribute('aria-current')).toBe('page');
  fireEvent.click(await screen.findByRole('link', { name: /^Calls/ }));
  await waitFor(() => expect(path()).toContain('show=calls'));
  fireEvent.click(await within(main).findByRole('link', { name: 'People' }));
  await waitFor(() => expect(path()).toBe('/people?q=ivan'));
  expect(within(main).queryByRole('link', { name: 'Leads' })).toBeNull();
});

it('links back to Leads from a person who was not opened from the list of people', async () => {
  await showEmployeeApp(IVAN_PATH, (phone) => phone.people.put(makePerson()));
  const back = await within(await screen.findByRole('main')).findByRole('link', { name: 'Leads' });
  expect(back.getAttribute('href')).toBe('/leads');
});

it('the screen of a person links to the call form and opens the task form for this person', async () => {
  await showEmployeeApp(IVAN_PATH, (phone) => phone.people.put(makePerson()));
  const log = await screen.findByRole('link', { name: 'Log a call' });
  expect(log.getAttribute('href')).toBe(`/calls/new?person=${IVAN}`);
  fireEvent.click(screen.getByRole('link', { name: 'Add task' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'New task' }));
  expect(await sheet.findByText('Ivan Petrov')).toBeTruthy();
});

it('applies the draft of an edited person on top of changes made by others', async () => {
  const { ports } = await showEmployeeApp(`${IVAN_PATH}/edit`, (phone) => phone.people.put(makePerson()));
  fireEvent.change(await screen.findByRole('textbox', { name: 'City' }), { target: { value: 'Bonn' } });
  await waitFor(async () => expect(await db.meta.get(`draft:lead:${IVAN}`)).toBeTruthy());
  cleanup();
  await db.people.put(makePerson({ rev: 4, last_name: 'Petrovich' }));
  await showApp(`${IVAN_PATH}/edit`, ports);
  expect(await screen.findByText('Continue where you left off')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Last name' }).value).toBe('Petrovich');
  await press('Save');
  await waitFor(async () => expect(await readQueuedWrites()).toEqual([['person.edit', { city: 'Bonn' }]]));
});

it('saves a changed field of a person, but not the phone number of a person with an account', async () => {
  const { path } = await showEmployeeApp(`${IVAN_PATH}/edit`, (phone) => phone.people.put(makePerson()));
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Phone/ })).disabled).toBe(true);
  fireEvent.change(screen.getByRole('textbox', { name: 'City' }), { target: { value: 'Bonn' } });
  await press('Save');
  await waitFor(() => expect(path()).toBe(IVAN_PATH));
  expect(await readQueuedWrites()).toEqual([['person.edit', { city: 'Bonn' }]]);
});
