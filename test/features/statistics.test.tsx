import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ComparedFigure, Statistics, StaffStatistics } from '../../contract/api-calls/statistics.ts';
import type { Employee } from '../../contract/entities/employee.ts';
import type { Me } from '../../contract/entities/me.ts';
import { figureNames } from '../../contract/statistics.ts';
import { sync } from '../../src/bridge/sync.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { statisticsKeys } from '../../src/lib/cached-pages.ts';
import { chooseOption } from './controls.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { setWidth } from './stub-browser.ts';

const AT = '2036-11-19T14:20:00.000Z';
const OLGA = '0198c000-0000-7000-8000-0000000000d1';

const account = vi.fn<(name: string, ...args: unknown[]) => Promise<unknown>>();
beforeEach(() => {
  account.mockReset().mockResolvedValue({ ok: true });
  vi.spyOn(sync, 'account').mockImplementation(account as unknown as typeof sync.account);
});

const figure = (value: number, previous: number): ComparedFigure => ({
  ...{ available: true, value, previous },
  ...{ steps: [value - 1, 1], previous_steps: [previous, 0] },
});

const figures: Statistics = {
  available_periods: ['today', 'week', 'month', 'quarter', 'half_year', 'year'],
  ...{ current_period: 'week', from: '2036-11-17T00:00:00.000Z', to: AT, time_zone: 'UTC', step: 'day' },
  previous: { from: '2036-11-15T00:00:00.000Z', to: '2036-11-16T14:30:00.000Z' },
  steps: ['2036-11-17T00:00:00.000Z', '2036-11-18T00:00:00.000Z'],
  previous_steps: ['2036-11-15T00:00:00.000Z', '2036-11-16T00:00:00.000Z'],
  completed_tasks: figure(29, 25),
  time_spent: figure(3900, 3600),
  donations_sum: figure(436_000, 500_000),
  new_subscriptions: figure(5, 5),
  new_registrations: figure(56, 50),
  tasks_of_new_registrations: figure(44, 0),
};

const employee = (user_id: string | null, name: string, completed: number): StaffStatistics => ({
  ...{ user_id, name, completed_tasks: { available: true, value: completed } },
  ...{ time_spent: { available: true, value: 600 }, donations_sum: { available: true, value: 2_000 } },
  ...{ new_subscriptions: { available: true, value: 0 }, new_registrations: { available: true, value: 1 } },
  tasks_of_new_registrations: { available: true, value: 1 },
});

const period = { available_periods: figures.available_periods, current_period: 'week', from: figures.from, to: AT };
const staff = { ...period, time_zone: 'UTC', rows: [employee(OLGA, '=Olga', 9), employee(ANNA, 'Anna Berg', 20)] };
const countries = {
  ...{ ...period, time_zone: 'UTC' },
  rows: [
    {
      ...{ country: 'AT', new_registrations: { available: true, value: 7 } },
      ...{ new_subscriptions: { available: true, value: 2 }, donations_sum: { available: true, value: 500 } },
      tasks_of_new_registrations: { available: true, value: 1 },
    },
  ],
};

const maria: Employee = {
  ...{ id: '0198c000-0000-7000-8000-0000000000e9', rev: 1, name: 'Maria Keller', language: 'en', is_manager: true },
  ...{ is_blocked: false, in_team: true, manager_id: null, country: null, city: null, time_zone: null },
  ...{ daily_limit: null, rating: null, work_times: null },
};

async function show(
  path: string,
  fill: (db: PhoneDb) => Promise<unknown> = async () => undefined,
  { me = {}, shown = figures }: { me?: Partial<Me>; shown?: Statistics } = {},
) {
  const ports = freshPorts();
  const db = await openPhone(ports, { is_staff: true, is_manager: true, ...me }, { last_fetched_at: AT });
  await db.pages.put({ key: statisticsKeys.period('week'), rows: [shown, countries, staff], fetched_at: AT });
  await fill(db);
  return { ...(await showApp(path, ports)), db };
}

const tab = (name: RegExp) => screen.findByRole('tab', { name });

describe('the statistics', () => {
  it('the statistics show each figure with its change since the previous period', async () => {
    await show('/statistics?period=week');
    expect((await tab(/^Completed tasks/)).textContent).toBe('Completed tasks29More than before: 16%');
    expect((await tab(/^Donations/)).textContent).toBe('Donations$4,360Less than before: 13%');
    expect((await tab(/^New subscriptions/)).textContent).toBe('New subscriptions5No change');
    expect((await tab(/^First tasks done/)).textContent).toBe('First tasks done44 of 56 newMore than before: 44');
    expect(account).toHaveBeenCalledWith('fetchStatistics', 'week', {});
  });

  it('the statistics show a lock instead of a figure that the role may not see', async () => {
    await show('/statistics?period=week', undefined, { shown: { ...figures, donations_sum: { available: false } } });
    const locked = await tab(/^Donations/);
    expect(locked.textContent).toBe('DonationsNot for your role');
    expect(locked).toHaveProperty('disabled', true);
  });

  it('arrow keys move between the figures of the statistics and skip the locked ones', async () => {
    const { path } = await show('/statistics?period=week', undefined, {
      shown: { ...figures, time_spent: { available: false } },
    });
    const first = await tab(/^Completed tasks/);
    expect(first.getAttribute('aria-selected')).toBe('true');
    fireEvent.keyDown(first, { key: 'ArrowRight' });
    await waitFor(() => expect(path()).toContain('figure=donations_sum'));
    fireEvent.keyDown(await tab(/^Donations/), { key: 'Home' });
    await waitFor(() => expect(path()).toContain('figure=completed_tasks'));
  });

  it('the columns with bars in the table by employee are wide enough for a duration', async () => {
    setWidth(1440);
    await show('/statistics?period=week');
    const grid = await screen.findByRole('grid', { name: 'By employee' });
    expect(grid.style.getPropertyValue('--columns')).toContain('minmax(112px, 112px) minmax(132px, 132px)');
  });

  it('shows the values of a statistics chart as a table', async () => {
    await show('/statistics?period=week&view=table&figure=time_spent');
    const table = await screen.findByRole('table', { name: 'Time spent' });
    // A table without controls must be focusable, so that it can be scrolled with the keyboard.
    expect(table.parentElement).toHaveProperty('tabIndex', 0);
    const rows = within(table).getAllByRole('row');
    expect(rows.slice(1).map((row) => row.textContent)).toEqual([
      'Mon 17 November1\u00a0h 5\u00a0min1\u00a0h',
      'Tue 18 November0\u00a0min0\u00a0min',
    ]);
  });

  it('the statistics show unsent work beside the figures without adding it to them', async () => {
    await show('/statistics?period=week', async (db) => {
      const entry = { kind: 'task.finish', entity: 'tasks', state: 'queued', at_client: Date.parse(AT) };
      for (const number of [1, 2])
        await db.outbox.add({
          ...entry,
          op_id: `op${number}`,
          lane: `tasks:${number}`,
          entity_id: `${number}`,
        } as never);
      await db.outbox.add({ ...entry, op_id: 'op3', lane: 'tasks:3', entity_id: '3', state: 'rejected' } as never);
    });
    await waitFor(async () =>
      expect((await tab(/^Completed tasks/)).textContent).toBe('Completed tasks29More than before: 16%+2 not sent yet'),
    );
  });

  it('the statistics list employees and countries, and link each figure to its records', async () => {
    await show('/statistics?period=week');
    const list = await screen.findByRole('list', { name: 'By employee' });
    const links = within(list).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      [ANNA, OLGA].flatMap((id) =>
        ['completed_tasks', 'time_spent'].map(
          (name) => `/statistics/records?figure=${name}&period=week&employee=${id}`,
        ),
      ),
    );
    expect(links[0]!.getAttribute('aria-label')).toBe('Anna Berg, Completed tasks: 20');
    const byCountry = await screen.findByRole('list', { name: 'By country' });
    expect(byCountry.textContent).toContain('Austria');
    const all = screen.getByRole('link', { name: 'Show the list' });
    expect(all.getAttribute('href')).toBe('/statistics/records?figure=completed_tasks&period=week');
  });

  it.each(figureNames)('the statistics link the figure %s to the records that it counts', async (name) => {
    await show(`/statistics?period=week&figure=${name}`);
    const link = await screen.findByRole('link', { name: 'Show the list' });
    expect(link.getAttribute('href')).toBe(`/statistics/records?figure=${name}&period=week`);
  });

  it('the day screen links each figure of the statistics to the records that it counts', async () => {
    await show('/staff-dashboard', (db) =>
      db.pages.put({
        key: statisticsKeys.period('today'),
        rows: [{ ...figures, current_period: 'today', donations_sum: { available: false } }, countries, staff],
        fetched_at: AT,
      }),
    );
    const list = await screen.findByRole('list', { name: 'Statistics' });
    const links = within(list).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      figureNames
        .filter((name) => name !== 'donations_sum')
        .map((name) => `/statistics/records?figure=${name}&period=today`),
    );
  });

  it('admins filter the statistics by team and country, and links keep the filter', async () => {
    const me = { is_superuser: true };
    const { db } = await show('/statistics?period=week', (phone) => phone.employees.put(maria), { me });
    await chooseOption('Team', 'Maria Keller');
    await waitFor(() => expect(account).toHaveBeenLastCalledWith('fetchStatistics', 'week', { team: maria.id }));
    const key = statisticsKeys.period('week', { team: maria.id });
    await db.pages.put({ key, rows: [figures, countries, staff], fetched_at: AT });
    await tab(/Completed tasks/);
    await chooseOption('Country', 'Austria');
    const filter = { team: maria.id, country: 'AT' };
    await waitFor(() => expect(account).toHaveBeenLastCalledWith('fetchStatistics', 'week', filter));
    await db.pages.put({
      key: statisticsKeys.period('week', filter),
      rows: [figures, countries, staff],
      fetched_at: AT,
    });
    const link = await screen.findByRole('link', { name: 'Show the list' });
    const search = new URL(link.getAttribute('href') ?? '', 'http://localhost').searchParams;
    expect([search.get('team'), search.get('country')]).toEqual([maria.id, 'AT']);
  });

  it('the statistics offer managers no other team', async () => {
    await show('/statistics?period=week', (phone) => phone.employees.put(maria));
    expect(await screen.findByRole('button', { name: /Country/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /All teams/ })).toBeNull();
  });

  it('the keys 1 to 6 change the period of the statistics, and R refetches them', async () => {
    const { path } = await show('/statistics?period=week');
    await tab(/^Completed tasks/);
    fireEvent.keyDown(document.body, { key: '6' });
    await waitFor(() => expect(path()).toContain('period=year'));
    await waitFor(() => expect(account).toHaveBeenLastCalledWith('fetchStatistics', 'year', {}));
    const before = account.mock.calls.length;
    act(() => void fireEvent.keyDown(document.body, { key: 'r' }));
    await waitFor(() => expect(account.mock.calls.length).toBeGreaterThan(before));
  });

  it.each([
    ['2036', /compared with 15\s–\s16 November$/],
    ['2035', /compared with 15\s–\s16 November 2035$/],
  ])('the statistics name the year of the compared period only if it is another one: %s', async (year, text) => {
    const previous = { from: `${year}-11-15T00:00:00.000Z`, to: `${year}-11-16T14:30:00.000Z` };
    await show('/statistics?period=week', undefined, { shown: { ...figures, previous } });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('shows the last fetched statistics if the server does not respond', async () => {
    account.mockResolvedValue({ ok: false, why: 'no_answer' });
    const { session } = await show('/statistics?period=week');
    expect((await tab(/^Completed tasks/)).textContent).toContain('29');
    expect(await screen.findByText(/^As of/)).toBeTruthy();
    expect(session).toBeTruthy();
    fireEvent.keyDown(document.body, { key: '5' });
    expect(await screen.findByText(/^These statistics are not on this device yet/)).toBeTruthy();
  });
});
