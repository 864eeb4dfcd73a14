import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeSlice } from './task-maker.ts';
import {
  findBlocks,
  focusOn,
  freezeTime,
  timesOfLength,
  nameOf,
  ownTask,
  press,
  showWeek,
  stubWidth,
} from './week-app.tsx';

vi.mock('../../src/bridge/sync.ts', () => ({
  sync: { fetchPage: async () => ({ ok: true }), syncNow: async () => ({ ok: true }) },
}));

vi.mock('../../contract/zones.ts', async (original) => ({
  ...(await original<object>()),
  deviceZone: () => 'Europe/Berlin',
}));

freezeTime();

describe('the week on a wide screen', () => {
  beforeEach(() => stubWidth(1440));

  it('the week shows seven days from Monday, and the type, time and state of each task', async () => {
    const late = ownTask({ title: 'Call Anna P.', ...timesOfLength('2026-05-07T07:20:00.000Z', 15) });
    const done = ownTask({
      title: 'Visit the fair',
      linked_name: 'Lena Wolf',
      type: 'meet',
      place: 'Altona',
      state: 'completed',
      closed_at: '2026-05-05T10:00:00.000Z',
      ...timesOfLength('2026-05-05T09:00:00.000Z', 60),
    });
    const running = ownTask({
      title: 'Write to Tom',
      type: 'message',
      state: 'in_progress',
      slices: [makeSlice('2026-05-07T07:50:00.000Z', null)],
      ...timesOfLength('2026-05-07T07:50:00.000Z', 60),
    });
    const other = ownTask({ title: 'Next week', ...timesOfLength('2026-05-11T09:00:00.000Z', 60) });
    await showWeek('/tasks?view=week', [late, done, running, other]);
    const grid = await screen.findByRole('grid', { name: '04–10 May' });
    const days = within(grid).getAllByRole('columnheader');
    expect([days[0], days[6]].map((day) => day?.ariaLabel)).toEqual(['Monday 4 May', 'Sunday 10 May']);
    expect(days.map((day) => day.getAttribute('aria-current')).indexOf('date')).toBe(3);
    expect(findBlocks()).toEqual([
      'Lena W., Visit the fair, Meeting, 11:00–12:00, Altona, Completed',
      'Call Anna P., Call, 09:20–09:35, 40 min overdue',
      'Write to Tom, Message, 09:50–10:50, Running',
    ]);
    expect(within(grid).getByRole('link', { name: 'Thursday 7 May, tasks: 2' })).toBeTruthy();
    expect(within(grid).getByRole('link', { name: 'Wednesday 6 May, no tasks' })).toBeTruthy();
  });

  it.each([
    ['2026-05-07T08:14:00.000Z', ['08:00', '09:00', '11:00']],
    ['2026-05-07T08:15:00.000Z', ['08:00', '09:00', '10:00', '11:00']],
    ['2026-05-07T07:46:00.000Z', ['08:00', '09:00', '11:00']],
  ])('the label of the current time at %s covers no label of an hour', async (at, hours) => {
    vi.setSystemTime(at);
    await showWeek('/tasks?view=week', []);
    const grid = await screen.findByRole('grid', { name: '04–10 May' });
    const labels = [...grid.querySelectorAll('span')].map(({ textContent }) => textContent);
    expect(['08:00', '09:00', '10:00', '11:00'].filter((hour) => labels.includes(hour))).toEqual(hours);
  });

  it('buttons and keys move between weeks, and number keys switch to list and day', async () => {
    const { path } = await showWeek('/tasks?view=week', []);
    await screen.findByRole('grid', { name: '04–10 May' });
    fireEvent.click(screen.getByRole('button', { name: 'Later' }));
    await screen.findByRole('grid', { name: '11–17 May' });
    press('ArrowLeft');
    await screen.findByRole('grid', { name: '04–10 May' });
    press('ArrowLeft');
    await screen.findByRole('grid', { name: '27 April – 03 May' });
    press('t');
    await screen.findByRole('grid', { name: '04–10 May' });
    press('2');
    await screen.findByRole('grid', { name: '07 May' });
    press('3');
    await screen.findByRole('grid', { name: '04–10 May' });
    press('1');
    await waitFor(() => expect(path()).toBe('/tasks'));
  });

  it('in the week view, the keys "g" and "t" open the tasks instead of going to today', async () => {
    const { path } = await showWeek('/tasks?view=week&day=2026-06-01', []);
    await screen.findByRole('grid', { name: '01–07 June' });
    press('g');
    press('t');
    await waitFor(() => expect(path()).toBe('/tasks'));
  });

  it('the week has one tab stop, and keys move the focus through days, tasks and free hours', async () => {
    const first = ownTask({ title: 'First', ...timesOfLength('2026-05-07T10:00:00.000Z', 30) });
    const second = ownTask({ title: 'Second', ...timesOfLength('2026-05-07T12:00:00.000Z', 30) });
    const friday = ownTask({ title: 'Friday', ...timesOfLength('2026-05-08T12:15:00.000Z', 30) });
    await showWeek('/tasks?view=week', [first, second, friday]);
    const grid = await screen.findByRole('grid', { name: '04–10 May' });
    const stops = () => [...grid.querySelectorAll('[data-stop][tabindex="0"]')];
    expect(stops()).toEqual([within(grid).getByRole('link', { name: /^Thursday/ })]);
    focusOn(stops()[0] as HTMLElement);
    press('ArrowDown');
    // The current time is 10:00, and the grid is scrolled to two hours before.
    expect(nameOf(document.activeElement!)).toBe('Thursday 7 May, 08:00: add a task');
    press('PageDown');
    expect(nameOf(document.activeElement!)).toMatch(/^First/);
    press('PageDown');
    press('ArrowRight');
    expect(nameOf(document.activeElement!)).toMatch(/^Friday, Call/);
    await waitFor(() => expect(stops()).toEqual([document.activeElement]));
    press('ArrowRight');
    expect(nameOf(document.activeElement!)).toBe('Saturday 9 May, 14:00: add a task');
    expect(stops()).toEqual([document.activeElement]);
  });

  it('chips choose the kinds of tasks in the week, and "Show all" clears the choice', async () => {
    const at = { ...timesOfLength('2026-05-07T10:00:00.000Z', 60) };
    const closed_at = '2026-05-05T10:00:00.000Z';
    const done = ownTask({ title: 'Done', type: 'meet', state: 'completed', closed_at, ...at });
    const visit = ownTask({ title: 'Visit', type: 'meet', ...at });
    const { path } = await showWeek('/tasks?view=week', [ownTask({ title: 'Call', ...at }), done, visit]);
    const chips = await screen.findByRole('group', { name: 'Types of tasks' });
    const chip = (name: string) => within(chips).getByRole<HTMLInputElement>('checkbox', { name });
    const titles = () =>
      findBlocks()
        .map((name) => name.split(',')[0])
        .toSorted((a = '', b = '') => a.localeCompare(b));
    expect(chip('Meeting').checked).toBe(false);
    fireEvent.click(chip('Meeting'));
    await waitFor(() => expect(titles()).toEqual(['Done', 'Visit']));
    expect(chip('Meeting').checked).toBe(true);
    expect(screen.getByText(/^1 task hidden/).role).toBe('status');
    fireEvent.click(chip('Hide completed'));
    await waitFor(() => expect(titles()).toEqual(['Visit']));
    expect(path()).toContain('types=meet&done=hide');
    fireEvent.click(chip('Call'));
    await waitFor(() => expect(titles()).toEqual(['Call', 'Visit']));
    fireEvent.click(screen.getByRole('link', { name: /^Thursday/ }));
    await screen.findByRole('grid', { name: '07 May' });
    expect(titles()).toEqual(['Call', 'Visit']);
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(titles()).toHaveLength(3));
    expect(path()).not.toMatch(/types|done/);
  });

  it('lists overdue and paused tasks beside the week, and Plan moves a task to a free time', async () => {
    const old = ownTask({ title: 'Call Marek', ...timesOfLength('2026-05-05T10:00:00.000Z', 30) });
    const today = ownTask({ title: 'Visit Lena', ...timesOfLength('2026-05-07T07:20:00.000Z', 30) });
    const paused = ownTask({
      title: 'Message Tom',
      state: 'paused',
      slices: [makeSlice('2026-05-06T07:50:00.000Z', '2026-05-06T08:00:00.000Z')],
      ...timesOfLength('2026-05-06T07:50:00.000Z', 15),
    });
    const { db } = await showWeek('/tasks?view=week&day=2026-06-01', [old, today, paused]);
    const overdue = await screen.findByRole('region', { name: 'Overdue' });
    await within(overdue).findByText('2 days overdue');
    expect(
      within(overdue)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual([expect.stringContaining('Call Marek'), expect.stringContaining('Visit Lena')]);
    expect(within(overdue).getByRole('button', { name: 'Start' })).toBeTruthy();
    expect(within(overdue).getByRole('button', { name: 'Move' })).toBeTruthy();
    const unplanned = screen.getByRole('region', { name: 'Not planned' });
    fireEvent.click(within(unplanned).getByRole('button', { name: 'Plan' }));
    await screen.findByText('Moved to Thu 07/05 10:00');
    expect(await db.tasks.get(paused.id)).toMatchObject({ state: 'planned', start_at: '2026-05-07T08:00:00.000Z' });
    await within(unplanned).findByText('Everything has a time');
  });

  it('the week shows at most three tasks side by side, and links to the day for the others', async () => {
    const same = ['A', 'B', 'C', 'D', 'E'].map((title) =>
      ownTask({ title, ...timesOfLength('2026-05-07T10:00:00.000Z', 60) }),
    );
    await showWeek('/tasks?view=week', same);
    const more = await screen.findByRole('link', { name: 'Thursday 7 May: 2 more' });
    expect(findBlocks()).toHaveLength(3);
    fireEvent.click(more);
    await screen.findByRole('grid', { name: '07 May' });
    await waitFor(() => expect(findBlocks()).toHaveLength(5));
  });

  it('the week shows only the tasks of the chosen employees', async () => {
    const OTHER = '01900000-0000-7000-8000-0000000000e1';
    const mine = ownTask({ title: 'Mine', ...timesOfLength('2026-05-07T10:00:00.000Z', 60) });
    const theirs = ownTask({ title: 'Theirs', assignee_id: OTHER, ...timesOfLength('2026-05-07T12:00:00.000Z', 60) });
    const { path } = await showWeek('/tasks?view=week', [mine, theirs], (db) =>
      db.employees.put({ id: OTHER, name: 'Olga Sommer' } as never),
    );
    const chips = await screen.findByRole('group', { name: 'Employees' });
    fireEvent.click(within(chips).getByRole('button', { name: 'Olga Sommer' }));
    await waitFor(() => expect(findBlocks()).toEqual(['Theirs, Call, 14:00–15:00, Olga Sommer']));
    expect(path()).toContain(`staff=${OTHER}`);
  });
});

describe('the week on a narrow screen', () => {
  it('shows three days at medium width, and the overdue tasks on request', async () => {
    stubWidth(1024);
    await showWeek('/tasks?view=week', []);
    const grid = await screen.findByRole('grid', { name: '07–09 May' });
    expect(within(grid).getAllByRole('columnheader')).toHaveLength(3);
    expect(screen.queryByRole('region', { name: 'Overdue' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Open tasks' }));
    expect(await screen.findByRole('region', { name: 'Overdue' })).toBeTruthy();
  });

  it('a phone lists one day below the strip of its week, with the number of overdue tasks', async () => {
    const visit = ownTask({ title: 'Visit the fair', type: 'meet', ...timesOfLength('2026-05-06T09:00:00.000Z', 60) });
    const later = ownTask({ title: 'Call Marek', ...timesOfLength('2026-05-08T10:00:00.000Z', 30) });
    await showWeek('/tasks?view=week', [visit, later]);
    expect(await screen.findByRole('heading', { name: 'Today, Thursday 7 May' })).toBeTruthy();
    expect(screen.getByText('No tasks on this day.')).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
    expect(await screen.findByText('1 overdue')).toBeTruthy();
    fireEvent.click(await screen.findByRole('link', { name: 'Friday 8 May, tasks: 1' }));
    expect(await screen.findByRole('link', { name: 'Call Marek' })).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Meeting' }));
    expect(await screen.findByRole('link', { name: 'Friday 8 May' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Call Marek' })).toBeNull();
    expect(screen.getByText(/^1 task hidden/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Later' }));
    expect(await screen.findByRole('heading', { name: 'Friday 15 May' })).toBeTruthy();
  });
});
