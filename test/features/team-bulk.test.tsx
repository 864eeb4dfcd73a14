import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SavedView } from '../../contract/entities/saved-view.ts';
import type { ActionResult } from '../../src/bridge/results.ts';
import { setForEmployees } from '../../src/features/employees/team-bulk.ts';
import { chooseOption } from './controls.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { makeEmployee } from './people-maker.ts';
import { setWidth } from './stub-browser.ts';

const { account } = vi.hoisted(() => ({
  account: vi.fn<(verb: string, ...args: unknown[]) => Promise<ActionResult>>(),
}));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

beforeEach(() => {
  account.mockReset().mockResolvedValue({ ok: true });
});

const AT = '2026-05-02T09:00:00.000Z';
const idOf = (number: number): string => `0198c000-0000-7000-8000-0000000e${String(number).padStart(4, '0')}`;
const employee = (number: number, change: object = {}) =>
  makeEmployee({
    ...{ id: idOf(number), name: `Employee ${number}`, in_team: true, manager_id: ANNA, is_blocked: false },
    ...{ language: 'en', country: 'DE', daily_limit: 20, rating: 5, work_times: null, time_zone: 'UTC', ...change },
  });
const team = [employee(1), employee(2, { language: 'de', daily_limit: 7 }), employee(3, { is_blocked: true })];
const view: SavedView = {
  ...{ id: idOf(9), rev: 1, table: 'employees', name: 'German', params: { language: 'de' }, position: 0 },
  ...{ created_at: AT, updated_at: AT },
};

async function show(path = '/employees', { views = [view], width = 1440 } = {}) {
  setWidth(width);
  vi.stubGlobal('innerWidth', width);
  const ports = freshPorts();
  const db = await openPhone(ports, { is_staff: true, is_manager: true }, { last_fetched_at: AT });
  await db.employees.bulkPut(team);
  await db.saved_views.bulkPut(views);
  const shown = await showApp(path, ports);
  return { ...shown, db };
}

const names = async (): Promise<(string | null)[]> => {
  const grid = await screen.findByRole('grid', { name: 'My team' });
  return within(grid)
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);
};
const select = async (number: number) =>
  fireEvent.click(await screen.findByRole('checkbox', { name: new RegExp(`Employee ${number}`) }));
const settings = () => account.mock.calls.filter(([verb]) => verb === 'setEmployee');

describe('filters and saved views of employees', () => {
  it('filters the table of employees by work state, and clears all filters', async () => {
    await show('/employees?work_state=blocked');
    await waitFor(async () => expect(await names()).toEqual([expect.stringContaining('Employee 3')]));
    await chooseOption('Language', 'German');
    fireEvent.click(await screen.findByRole('button', { name: 'Clear all filters' }));
    await waitFor(async () => expect(await names()).toHaveLength(3));
  });

  it('opens a saved view of employees as a tab with its count, and saves the filters as a new view', async () => {
    const { db } = await show('/employees?work_state=blocked');
    fireEvent.click(await screen.findByRole('button', { name: 'Save this view' }));
    fireEvent.change(await screen.findByRole('textbox', { name: /Name/ }), { target: { value: 'Blocked ones' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save view' }));
    await waitFor(async () =>
      expect((await db.outbox.toArray()).map(({ kind, args }) => [kind, args])).toMatchObject([
        ['saved_view.create', { table: 'employees', name: 'Blocked ones', params: { work_state: 'blocked' } }],
      ]),
    );
    const tabs = within(screen.getByRole('navigation', { name: 'Saved views' }));
    fireEvent.click(await tabs.findByRole('link', { name: /^German/ }));
    await waitFor(async () => expect(await names()).toEqual([expect.stringContaining('Employee 2')]));
    expect(tabs.getByRole('link', { name: /^German/ }).textContent).toBe('German 1');
  });

  it('offers the saved views of employees as a filter on a phone', async () => {
    await show('/employees', { width: 390 });
    await chooseOption('View', 'German');
    await waitFor(() =>
      expect(within(screen.getByRole('list', { name: 'My team' })).getAllByRole('listitem')).toHaveLength(1),
    );
  });
});

describe('a change of several employees', () => {
  it('sets the daily limit of the selected employees, and shows the result for each', async () => {
    account.mockImplementation(async (verb, id) =>
      verb === 'setEmployee' && id === idOf(1) ? { ok: false, why: 'refused', code: 'forbidden' } : { ok: true },
    );
    await show();
    for (const number of [1, 2, 3]) await select(number);
    const toolbar = within(await screen.findByRole('toolbar', { name: 'Selected employees' }));
    fireEvent.click(toolbar.getByRole('button', { name: 'Set daily limit' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Set daily limit' }));
    fireEvent.click(sheet.getByRole('button', { name: 'Set daily limit' }));
    expect(await sheet.findByText('Enter a number from 0 to 200')).toBeTruthy();
    expect(settings()).toEqual([]);
    fireEvent.change(sheet.getByRole('textbox', { name: /Daily limit/ }), { target: { value: '7' } });
    fireEvent.click(sheet.getByRole('button', { name: 'Set daily limit' }));
    const result = within(await screen.findByRole('dialog', { name: 'Result' }));
    const namesIn = (list: string) =>
      within(result.getByRole('list', { name: list }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(namesIn('Not allowed')).toEqual(['Employee 1']);
    expect(namesIn('Unchanged')).toEqual(['Employee 2']);
    expect(namesIn('Changed')).toEqual(['Employee 3']);
    expect(settings()).toEqual([
      ['setEmployee', idOf(1), { daily_limit: 7 }],
      ['setEmployee', idOf(3), { daily_limit: 7 }],
    ]);
  });

  it('sets the rating of an employee who was selected with the button Select on a phone', async () => {
    await show('/employees', { width: 390 });
    fireEvent.click(await screen.findByRole('button', { name: 'Select' }));
    await select(3);
    fireEvent.click(await screen.findByRole('button', { name: 'Set rating' }));
    await chooseOption(/Rating$/, '8');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Set rating' }));
    await waitFor(() => expect(settings()).toEqual([['setEmployee', idOf(3), { rating: 8 }]]));
  });

  it('a bulk change stops without a connection, and can then continue with the remaining employees', async () => {
    let isOnline = true;
    account.mockImplementation(async (verb, id) => {
      if (verb !== 'setEmployee') return { ok: true };
      const done: ActionResult = isOnline ? { ok: true } : { ok: false, why: 'offline' };
      if (id === idOf(1)) isOnline = false;
      return done;
    });
    await show();
    for (const number of [1, 3]) await select(number);
    fireEvent.click(await screen.findByRole('button', { name: 'Set daily limit' }));
    fireEvent.change(await screen.findByRole('textbox', { name: /Daily limit/ }), { target: { value: '3' } });
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Set daily limit' }));
    expect(await screen.findByText('You are offline')).toBeTruthy();
    isOnline = true;
    fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('dialog', { name: 'Result' })).toBeTruthy();
    expect(settings().map(([, id]) => id)).toEqual([idOf(1), idOf(3), idOf(3)]);
  });

  it('a bulk change ends when the server asks to wait, and sends no further requests', async () => {
    const set = vi.fn(async (): Promise<ActionResult> => ({
      ok: false,
      why: 'refused',
      code: 'too_many_requests',
      retry_after_s: 30,
    }));
    const outcome = await setForEmployees({ setting: 'rating', employees: team }, 1, set);
    expect([outcome.results, outcome.failure, set.mock.calls.length]).toMatchObject([[], { retry_after_s: 30 }, 1]);
  });
});
