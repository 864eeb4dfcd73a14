import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Employee } from '../../contract/entities/employee.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { staffKeys } from '../../src/lib/cached-pages.ts';
import { ANNA, showApp } from './fake-app.tsx';
import { hoursFromNow } from './news-maker.ts';
import { db, press, readQueuedWrites, listRowsOf, stubOfflineAccount, showEmployeeApp } from './people-app.ts';
import { makeEmployee, makePerson, makeWaitingLead, OLGA } from './people-maker.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

stubOfflineAccount(account);

const TIMUR = '0198c000-0000-7000-8000-00000000f003';
const MARIA = makeWaitingLead();
const manager = { me: { is_manager: true } };
const member = (change: Partial<Employee>) =>
  makeEmployee({ in_team: true, manager_id: ANNA, daily_limit: 20, time_zone: 'Europe/Berlin', ...change });
const olga = member({ name: 'Olga Kern' });
const timur = member({ id: TIMUR, name: 'Timur Nazarov', is_blocked: true });

const device = {
  ...{ device_id: TIMUR, name: null, app_version: null, revoked_at: null, last_push_at: null },
  ...{ last_pull_at: hoursFromNow(-1), pending: 4, oldest_pending_at: hoursFromNow(-2) },
};
const activity = {
  key: staffKeys.employees,
  rows: [
    { id: OLGA, name: '', taken_today: 0, open_leads: 1, overdue_tasks: 0, devices: [] },
    { id: TIMUR, name: '', taken_today: 5, open_leads: 1, overdue_tasks: 2, devices: [device] },
  ],
  fetched_at: hoursFromNow(-1),
};

const fill = async (phone: PhoneDb) => {
  await phone.employees.bulkPut([olga, timur]);
  await phone.pages.put(activity);
  await phone.waiting_leads.put(MARIA);
};

const sheetOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

async function assignMaria(): Promise<void> {
  await press('Assign Maria');
  const sheet = await sheetOf('Assign Maria');
  fireEvent.click(await sheet.findByRole('button', { name: 'Olga Kern' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Assign' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

it('a lead that the manager has requested cannot be assigned until the request is withdrawn', async () => {
  const { ports } = await showEmployeeApp('/leads?tab=waiting', fill, manager);
  await press('Request Maria');
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Request' }));
  await waitFor(async () => expect(await readQueuedWrites()).toHaveLength(1));
  cleanup();
  await showApp('/staff-dashboard', ports);
  const row = within((await screen.findByText('Maria')).closest('li')!);
  expect(row.getByText(/^Requested \d\d:\d\d, not confirmed yet$/)).toBeTruthy();
  expect(row.queryByRole('button', { name: 'Assign Maria' })).toBeNull();
  fireEvent.click(row.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByRole('button', { name: 'Assign Maria' })).toBeTruthy();
  expect(await readQueuedWrites()).toEqual([]);
});

it("a manager's day screen shows the team first, with its leads, overdue tasks and unsent changes", async () => {
  await showEmployeeApp('/staff-dashboard', fill, manager);
  const [first, second] = await listRowsOf('Team');
  for (const fact of ['Timur Nazarov', 'Blocked', '5 of 20 leads today', '2 tasks overdue', '4 not sent yet, oldest'])
    expect(first).toContain(fact);
  expect(first).toMatch(/Last seen/);
  expect(second).toMatch(/Olga Kern(Working|Off) now0 of 20 leads today/);
  expect(second).toContain('Not seen yet');
  for (const nothing of ['overdue', 'not sent']) expect(second).not.toContain(nothing);
  const list = screen.getByRole('list', { name: 'Team' });
  const link = within(list).getByRole('link', { name: 'Timur Nazarov' });
  expect(link.getAttribute('href')).toBe(`/employees/${TIMUR}`);
  expect(screen.getByRole('link', { name: 'All employees' }).getAttribute('href')).toBe('/employees');
  const sections = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(sections.slice(0, 2)).toEqual(['Team', 'Waiting leads']);
  expect(sections.filter((title) => title === 'Waiting leads')).toHaveLength(1);
});

it("the day screen shows the team's daily limits, and the age of the team's figures or why the figures are missing", async () => {
  await showEmployeeApp('/staff-dashboard', (phone) => phone.employees.put(olga), manager);
  const [row] = await listRowsOf('Team');
  expect(row).toContain('Up to 20 leads per day');
  expect(row).not.toContain('seen');
  expect(await screen.findByText("Figures haven't synced yet · You are offline")).toBeTruthy();
  expect(account).toHaveBeenCalledWith('fetchEmployees');
  expect(screen.getByText('No leads are waiting.')).toBeTruthy();
  account.mockImplementation(async (verb) => {
    if (verb === 'fetchEmployees') await db.pages.put(activity);
    return { ok: true };
  });
  const section = within(screen.getByRole('region', { name: 'Team' }));
  fireEvent.click(section.getByRole('button', { name: 'Refresh' }));
  expect(await section.findByText('0 of 20 leads today')).toBeTruthy();
  expect(section.getByText(/^As of [\d: A-Za-z]+$/)).toBeTruthy();
});

it('a manager can assign a waiting lead on the day screen, and withdraw it until it is sent', async () => {
  await showEmployeeApp('/staff-dashboard', fill, manager);
  expect(screen.queryByRole('button', { name: 'Request Maria' })).toBeNull();
  await assignMaria();
  expect(await readQueuedWrites()).toEqual([
    ['lead.give', expect.objectContaining({ to_id: OLGA, to_name: 'Olga Kern' })],
  ]);
  expect(await screen.findByText('Assigned to Olga Kern')).toBeTruthy();
  const [row] = await listRowsOf('Waiting leads');
  expect(row).toContain('Not sent yet');
  await press('Withdraw: Maria');
  await waitFor(async () => expect(await readQueuedWrites()).toEqual([]));
  expect(await screen.findByRole('button', { name: 'Assign Maria' })).toBeTruthy();
});

it('an assigned lead keeps its row on the day screen, and the row then opens the person', async () => {
  await showEmployeeApp('/staff-dashboard', fill, manager);
  await assignMaria();
  await act(async () => {
    await db.transaction('rw', db.outbox, db.waiting_leads, db.people, async () => {
      await db.outbox.clear();
      await db.waiting_leads.delete(MARIA.id);
      const names = { first_name: 'Maria', last_name: 'Lind', responsible_id: OLGA, responsible_name: 'Olga Kern' };
      await db.people.put(makePerson({ id: MARIA.id, ...names }));
    });
  });
  const list = within(screen.getByRole('list', { name: 'Waiting leads' }));
  const link = await list.findByRole('link', { name: 'Maria Lind' });
  expect(link.getAttribute('href')).toContain(MARIA.id);
  expect(list.getByText('Assigned to Olga Kern')).toBeTruthy();
});

it('a lead whose assignment was rejected shows the reason and can be assigned again', async () => {
  await showEmployeeApp('/staff-dashboard', fill, manager);
  await assignMaria();
  await act(async () => {
    const error = { status: 409, code: 'limit_reached', at: 1 } as const;
    await db.outbox.toCollection().modify({ state: 'rejected', error });
  });
  expect(await screen.findByText(/^Not accepted/)).toBeTruthy();
  await assignMaria();
  await waitFor(async () => expect((await db.outbox.toArray()).map(({ state }) => state)).toEqual(['queued']));
});

it('a manager without a team takes leads from the day screen like any employee', async () => {
  const others = [member({ manager_id: TIMUR })];
  await showEmployeeApp(
    '/staff-dashboard',
    async (phone) => {
      await phone.employees.bulkPut(others);
      await phone.waiting_leads.put(MARIA);
    },
    manager,
  );
  expect(await screen.findByRole('button', { name: 'Request Maria' })).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Team' })).toBeNull();
  expect(account).not.toHaveBeenCalledWith('fetchEmployees');
});
