import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { staffKeys } from '../../src/lib/cached-pages.ts';
import { donationRow } from '../helpers/donation-row.ts';
import { typeOption } from './controls.ts';
import { onWideScreen } from './desk-app.ts';
import { ANNA } from './fake-app.tsx';
import { hoursFromNow } from './news-maker.ts';
import { db, press, readQueuedWrites, stubOfflineAccount, showEmployeeApp } from './people-app.ts';
import { makeEmployee, makePerson, makeWaitingLead, OLGA } from './people-maker.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account, fetchBlob: async () => null } }));
vi.mock('../../src/bridge/search.ts', () => import('./idle-search.ts'));
const { saved } = vi.hoisted(() => ({ saved: vi.fn<(name: string, type: string, parts: string[]) => void>() }));
vi.mock('../../src/components/media/save-file.ts', () => ({ saveFile: saved, saveBlob: () => {} }));

stubOfflineAccount(account);
beforeEach(() => {
  saved.mockReset();
  localStorage.clear();
  onWideScreen();
});

const idOf = (number: number): string => `0198c000-0000-7000-8000-0000000d${String(number).padStart(4, '0')}`;
const manager = { me: { is_manager: true } };
const names = (): string[] => screen.getAllByRole('rowheader').map(({ textContent }) => textContent ?? '');
const csvLines = (): string[] => saved.mock.lastCall![2].join('').trimEnd().split('\r\n');
const focusedRow = (): string | null | undefined => document.activeElement?.closest('tr')?.textContent;

const lead = (number: number, first_name: string, change: object = {}) =>
  makePerson({ id: idOf(number), first_name, last_name: '', responsible_id: ANNA, ...change });

async function showLeads(given: object = manager) {
  const app = await showEmployeeApp(
    '/leads',
    (phone) =>
      phone.people.bulkPut([
        lead(1, 'Boris', { city: 'Riga', updated_at: hoursFromNow(-1) }),
        lead(2, 'Anna', { city: '=1+1', updated_at: hoursFromNow(-2) }),
        lead(3, 'Clara', { city: '', status: 'active', next_step_at: hoursFromNow(-1) }),
      ]),
    given,
  );
  await screen.findByRole('grid', { name: 'My people' });
  return app;
}

it('sorts own leads by a column header with empty values last, and keeps the order in the URL', async () => {
  const { path } = await showLeads();
  expect(names()).toEqual(['BBoris', 'AAnna', 'CClara']);
  await press('Name');
  await waitFor(() => expect(names()).toEqual(['AAnna', 'BBoris', 'CClara']));
  expect(path()).toBe('/leads?sort=name');
  await press('City');
  await waitFor(() => expect(names()).toEqual(['AAnna', 'BBoris', 'CClara']));
  await press('City');
  await waitFor(() => expect(names()).toEqual(['BBoris', 'AAnna', 'CClara']));
  expect(path()).toBe('/leads?sort=city&down=1');
});

it('the keyboard moves in the table of own leads, previews a lead and closes the panel', async () => {
  const { path } = await showLeads();
  const first = screen.getAllByRole('rowheader')[0]!;
  fireEvent.click(within(first).getByText('Boris'));
  const panel = await screen.findByRole('complementary', { name: 'Preview' });
  expect(within(panel).getByText('1 of 3')).toBeTruthy();
  await waitFor(() => expect(focusedRow()).toContain('Boris'));
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
  await waitFor(() => expect(focusedRow()).toContain('Anna'));
  expect(await within(panel).findByText('2 of 3')).toBeTruthy();
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Preview' })).toBeNull());
  fireEvent.keyDown(document.activeElement!, { key: ' ' });
  await waitFor(() => expect(path()).toBe(`/leads?open=${idOf(2)}`));
});

it('assigns selected leads offline with one write each, and says how many are not sent yet', async () => {
  await showLeads();
  await db.employees.put(makeEmployee());
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Boris' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Clara' }));
  fireEvent.keyDown(document.body, { key: 'a' });
  const sheet = within(await screen.findByRole('dialog'));
  await typeOption('Employee', 'Olga', /Olga/);
  fireEvent.click(sheet.getByRole('button', { name: 'Assign' }));
  expect(await sheet.findByText('Not sent yet: 2')).toBeTruthy();
  expect((await readQueuedWrites()).map(([kind]) => kind)).toEqual(['lead.give', 'lead.give']);
});

it('a manager exports own leads as CSV with escaped formulas', async () => {
  await showLeads();
  await press('Export CSV');
  expect(saved.mock.lastCall![0]).toMatch(/^leads-.*\.csv$/);
  expect(csvLines()[0]).toMatch(/^\uFEFFName,Status/);
  expect(csvLines()[2]).toContain("'=1+1");
});

it('a consultant cannot export own leads', async () => {
  await showLeads({});
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
});

it.each([
  [1023, '/leads?tab=waiting', 'Waiting leads', 'Country', false],
  [1024, '/leads?tab=waiting', 'Waiting leads', 'Country', true],
  [1023, '/leads?tab=waiting', 'Waiting leads', 'Source', false],
  [1023, '/donations', 'Donations', 'Payment method', false],
  [1024, '/donations', 'Donations', 'Payment method', true],
])('in a window of %i px, the table at %s (%s) has the column "%s": %s', async (width, path, name, head, isShown) => {
  onWideScreen(width);
  const fill = async (phone: PhoneDb): Promise<void> => {
    await phone.waiting_leads.put(makeWaitingLead({ first_name: 'Maria' }));
    await phone.donations.put(donationRow({ state: 'submitted' }));
  };
  await showEmployeeApp(path, fill, manager);
  const grid = within(await screen.findByRole('grid', { name }));
  const heads = grid.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads.includes(head)).toBe(isShown);
});

it('shows waiting leads as a table, each with a button that requests the lead', async () => {
  await showEmployeeApp('/leads?tab=waiting', (phone) =>
    phone.waiting_leads.put(makeWaitingLead({ first_name: 'Maria' })),
  );
  expect(await screen.findByRole('grid', { name: 'Waiting leads' })).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
  await press('Request Maria');
  expect(await screen.findByRole('dialog', { name: /Maria/ })).toBeTruthy();
});

it.each([
  ['/leads', 'My people', '1 person', 'You have no leads yet.'],
  ['/leads?tab=waiting', 'Waiting leads', '1 lead waiting', 'No leads are waiting.'],
])('keeps the filters of %s in one line with the buttons of the table, also without rows', async (path, ...texts) => {
  const [name, count, none] = texts;
  await showEmployeeApp(path, async (phone) => {
    await phone.people.put(lead(1, 'Boris'));
    await phone.waiting_leads.put(makeWaitingLead());
  });
  const table = await screen.findByRole('grid', { name });
  const line = () => within(screen.getByRole('button', { name: 'Columns' }).parentElement!.parentElement!);
  expect(line().getByRole('group', { name: 'Filters' })).toBeTruthy();
  expect(line().getByText(count)).toBeTruthy();
  await db.people.clear();
  await db.waiting_leads.clear();
  expect(await screen.findByText(none)).toBeTruthy();
  expect(table.isConnected).toBe(false);
  expect(line().getByRole('group', { name: 'Filters' })).toBeTruthy();
});

it('a manager assigns the selected waiting leads offline with one write each', async () => {
  await showEmployeeApp(
    '/leads?tab=waiting',
    async (phone) => {
      await phone.waiting_leads.bulkPut([1, 2, 3].map((number) => makeWaitingLead({ id: idOf(number) })));
      await phone.employees.put(makeEmployee({ in_team: true }));
    },
    manager,
  );
  const grid = within(await screen.findByRole('grid', { name: 'Waiting leads' }));
  fireEvent.click(grid.getAllByRole('checkbox')[1]!);
  fireEvent.click(grid.getAllByRole('checkbox')[2]!);
  const bar = within(await screen.findByRole('toolbar', { name: 'Selected leads' }));
  expect(bar.queryByRole('button', { name: 'Add a tag' })).toBeNull();
  fireEvent.click(bar.getByRole('button', { name: 'Assign' }));
  await typeOption(/Employee/, 'Olga', 'Olga Kern');
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Assign' }));
  expect(await screen.findByText('Not sent yet: 2')).toBeTruthy();
  expect((await readQueuedWrites()).map(([kind]) => kind)).toEqual(['lead.give', 'lead.give']);
});

const makeGift = (number: number, donor_name: string, change: object = {}) =>
  donationRow({
    ...{ id: idOf(number), donor_id: idOf(90 + number), author_id: OLGA, donor_name, paid_at: hoursFromNow(-number) },
    ...{ entered_at: hoursFromNow(-1), created_at: hoursFromNow(-1), updated_at: hoursFromNow(-1), amount_cents: 5000 },
    ...{ state: 'submitted', method: 'cash', ...change },
  });

it('confirms the selected donations that the user may confirm, and skips the others', async () => {
  const gifts = [
    makeGift(1, 'Petra'),
    makeGift(2, 'Karl', { amount_cents: 12_345 }),
    makeGift(3, 'Own', { author_id: ANNA }),
  ];
  await showEmployeeApp('/donations', (phone) => phone.donations.bulkPut(gifts), manager);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all loaded rows' }));
  await press('Confirm');
  const sheet = within(await screen.findByRole('dialog', { name: 'Confirm 2 donations?' }));
  expect(sheet.getByText('$173.45 in total')).toBeTruthy();
  expect(sheet.getByText(/^1 selected donation is skipped/)).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: 'Confirm 2 donations' }));
  await waitFor(async () =>
    expect(
      (await readQueuedWrites()).map(([kind, args]) => [kind, (args as { amount_cents: number }).amount_cents]),
    ).toEqual([
      ['donation.confirm', 12_345],
      ['donation.confirm', 5000],
    ]),
  );
});

it('filters and sorts all donations by the URL, and exports amounts as numbers', async () => {
  const gifts = [
    makeGift(1, 'Petra', { amount_cents: 500 }),
    makeGift(2, 'Karl'),
    makeGift(3, 'Zoe', { method: 'wallet' }),
  ];
  const { path } = await showEmployeeApp(
    '/donations?list=all&method=cash&sort=amount&down=1',
    (phone) => phone.donations.bulkPut(gifts),
    manager,
  );
  await screen.findByRole('grid', { name: 'Donations' });
  expect(names().map((name) => name.trim())).toEqual(['Karl', 'Petra']);
  await press('Export CSV');
  expect(csvLines().map((line) => line.split(',').slice(0, 2).join(','))).toEqual([
    '\uFEFFFrom,Amount',
    'Karl,50',
    'Petra,5',
  ]);
  expect(path()).toContain('sort=amount');
});

it('a learner sees their own donations as a list on a wide screen, too', async () => {
  await showEmployeeApp('/donations', (phone) => phone.donations.put(makeGift(1, 'Anna', { donor_id: ANNA })), {
    me: { is_staff: false },
  });
  expect(await screen.findByRole('list', { name: 'Donations' })).toBeTruthy();
  expect(screen.queryByRole('grid')).toBeNull();
});

it('shows the team as a table, sorts it by the leads taken today, and previews an employee', async () => {
  const employees = [1, 2].map((number) =>
    makeEmployee({ id: idOf(number), name: `Employee ${number}`, in_team: true }),
  );
  const activity = (number: number, taken_today: number) => ({
    ...{ id: idOf(number), name: '', taken_today, open_leads: 0, devices: [] },
  });
  await showEmployeeApp(
    '/employees',
    async (phone) => {
      await phone.employees.bulkPut(employees);
      const rows = [activity(1, 2), activity(2, 10)];
      await phone.pages.put({ key: staffKeys.employees, rows, fetched_at: hoursFromNow(-1) });
    },
    manager,
  );
  await screen.findByRole('grid', { name: 'My team' });
  await press('Leads today');
  await waitFor(() => expect(names().map((name) => name.slice(-1))).toEqual(['2', '1']));
  fireEvent.click(screen.getByText('Employee 2'));
  const panel = within(await screen.findByRole('complementary', { name: 'Preview' }));
  expect(panel.getByRole('link', { name: 'Open' })).toBeTruthy();
});

it('at 1000 px, the open row is shown in a drawer that keeps the focus inside and closes on Escape', async () => {
  onWideScreen(1000);
  await showLeads();
  fireEvent.click(screen.getByText('Boris'));
  const drawer = await screen.findByRole('dialog', { name: 'Preview' });
  await waitFor(() => expect(drawer.contains(document.activeElement)).toBe(true));
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Preview' })).toBeNull());
  await waitFor(() => expect(focusedRow()).toContain('Boris'));
});

it('in a window of 1000 px, the row that the drawer showed last gets the focus, and the arrow keys continue from there', async () => {
  onWideScreen(1000);
  const { path } = await showLeads();
  const name = screen.getByRole('rowheader', { name: /Boris/ });
  act(() => name.focus());
  fireEvent.keyDown(name, { key: ' ' });
  const drawer = within(await screen.findByRole('dialog', { name: 'Preview' }));
  fireEvent.click(drawer.getByRole('button', { name: 'Next row' }));
  await drawer.findByRole('heading', { name: 'Anna' });
  fireEvent.click(drawer.getByRole('button', { name: 'Next row' }));
  await drawer.findByRole('heading', { name: 'Clara' });
  fireEvent.keyDown(drawer.getByRole('button', { name: 'Previous row' }), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(focusedRow()).toContain('Clara'));
  expect(path()).toBe('/leads');
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' });
  expect(focusedRow()).toContain('Anna');
  fireEvent.keyDown(document.activeElement!, { key: ' ' });
  await within(await screen.findByRole('dialog', { name: 'Preview' })).findByRole('heading', { name: 'Anna' });
});

it('a window of 767 px shows cards instead of a table', async () => {
  onWideScreen(767);
  await showEmployeeApp('/leads', (phone) => phone.people.put(lead(1, 'Boris')));
  expect(await screen.findByRole('list', { name: 'My people' })).toBeTruthy();
  expect(screen.queryByRole('grid')).toBeNull();
});
