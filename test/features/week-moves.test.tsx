import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { savedTaskDraft } from '../../src/features/tasks/draft.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import {
  focusOn,
  freezeTime,
  timesOfLength,
  nameOf,
  ownTask,
  press,
  showWeek,
  storedStartOf,
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
beforeEach(() => stubWidth(1440));

describe('moving a task in the week', () => {
  it('moves a task by keyboard through the outbox, and Undo withdraws the move', async () => {
    const call = ownTask({ title: 'Call Anna P.', ...timesOfLength('2026-05-07T10:00:00.000Z', 30) });
    const { db } = await showWeek('/tasks?view=week', [call]);
    const block = await screen.findByRole('button', { name: /^Call Anna P\., Call, 12:00/ });
    focusOn(block);
    press('m');
    await screen.findByText(/Arrows move by 15 minutes/);
    press('ArrowDown');
    press('ArrowDown', { shiftKey: true });
    await screen.findByText('Fri 08/05 12:15–12:45');
    expect(await storedStartOf(db, call)).toBe('2026-05-07T10:00:00.000Z');
    press('Enter');
    await screen.findByText('Moved to Fri 08/05 12:15');
    expect(await db.tasks.get(call.id)).toMatchObject(timesOfLength('2026-05-08T10:15:00.000Z', 30));
    expect(await db.outbox.toArray()).toMatchObject([{ kind: 'task.reschedule', entity_id: call.id }]);
    await screen.findByRole('button', { name: /12:15–12:45, Not sent yet$/ });
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await storedStartOf(db, call)).toBe('2026-05-07T10:00:00.000Z'));
    expect(await db.outbox.count()).toBe(0);
  });

  it('Escape cancels a keyboard move of a task, even if the move has reached the next week', async () => {
    const call = ownTask({ title: 'Call Anna P.', ...timesOfLength('2026-05-10T10:00:00.000Z', 30) });
    const { db } = await showWeek('/tasks?view=week', [call]);
    focusOn(await screen.findByRole('button', { name: /^Call Anna P\./ }));
    press('m');
    await screen.findByText(/Arrows move by 15 minutes/);
    press('ArrowRight');
    await screen.findByRole('grid', { name: '11–17 May' });
    press('Escape');
    await waitFor(() => expect(screen.queryByText(/Arrows move by 15 minutes/)).toBeNull());
    expect(await storedStartOf(db, call)).toBe('2026-05-10T10:00:00.000Z');
    expect(await db.outbox.count()).toBe(0);
  });

  it('rejects moving a task to a start in the past, and changes nothing', async () => {
    const call = ownTask({ title: 'Call Anna P.', ...timesOfLength('2026-05-07T08:30:00.000Z', 30) });
    const { db } = await showWeek('/tasks?view=week', [call]);
    focusOn(await screen.findByRole('button', { name: /^Call Anna P\./ }));
    press('m');
    await screen.findByText(/Arrows move by 15 minutes/);
    press('ArrowLeft');
    await screen.findByText('Wed 06/05 10:30–11:00');
    press('Enter');
    await screen.findByText('The start is in the past');
    expect(await storedStartOf(db, call)).toBe('2026-05-07T08:30:00.000Z');
    expect(await db.outbox.count()).toBe(0);
  });

  it('moves neither a running nor a completed task', async () => {
    const running = ownTask({
      title: 'Running',
      state: 'in_progress',
      ...timesOfLength('2026-05-07T07:50:00.000Z', 60),
    });
    const closed_at = '2026-05-07T07:00:00.000Z';
    const done = ownTask({
      title: 'Done',
      state: 'completed',
      closed_at,
      ...timesOfLength('2026-05-07T06:00:00.000Z', 60),
    });
    await showWeek('/tasks?view=week', [running, done]);
    for (const name of [/^Running/, /^Done/]) {
      const block = await screen.findByRole('button', { name });
      focusOn(block);
      press('m');
      expect(screen.queryByText(/Arrows move by 15 minutes/)).toBeNull();
      expect(block.dataset['movable']).toBe('false');
    }
  });

  it('the key "s" starts the focused task in the week', async () => {
    const call = ownTask({ title: 'Call Anna P.', ...timesOfLength('2026-05-07T10:00:00.000Z', 30) });
    const { db } = await showWeek('/tasks?view=week', [call]);
    focusOn(await screen.findByRole('button', { name: /^Call Anna P\./ }));
    press('s');
    await waitFor(async () => expect((await db.tasks.get(call.id))?.state).toBe('in_progress'));
  });

  it('the key "n" opens a new task at the first free work time of the focused day', async () => {
    const busy = ownTask({ title: 'Busy', ...timesOfLength('2026-05-08T07:00:00.000Z', 60) });
    const { db } = await showWeek('/tasks?view=week', [busy]);
    const grid = await screen.findByRole('grid', { name: '04–10 May' });
    focusOn(within(grid).getByRole('link', { name: /^Friday/ }));
    press('n');
    await screen.findByRole('dialog', { name: 'New task' });
    // The first working hour of Friday is busy.
    expect((await savedTaskDraft(db, null))?.start_at).toBe('2026-05-08T08:00:00.000Z');
  });

  it('offers free work times for the selected task, and keeps the selection in the URL', async () => {
    const call = ownTask({ title: 'Call Anna P.', ...timesOfLength('2026-05-07T10:00:00.000Z', 30) });
    const { db, path } = await showWeek('/tasks?view=week', [call]);
    fireEvent.click(await screen.findByRole('button', { name: /^Call Anna P\., Call/ }));
    const panel = await screen.findByRole('complementary', { name: 'Call Anna P.' });
    expect(path()).toContain(`task=${call.id}`);
    await within(panel).findByRole('button', { name: 'Tomorrow 09:00' });
    fireEvent.click(within(panel).getByRole('button', { name: 'Today 11:30' }));
    await waitFor(async () => expect(await storedStartOf(db, call)).toBe('2026-05-07T09:30:00.000Z'));
    press('Escape');
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Call Anna P.' })).toBeNull());
  });

  it('a task dropped with the mouse is saved at the nearest 5 minutes, and is not opened', async () => {
    const call = ownTask({ title: 'Call Anna P.', ...timesOfLength('2026-05-07T10:00:00.000Z', 30) });
    const { db, path } = await showWeek('/tasks?view=week', [call]);
    const block = await screen.findByRole('button', { name: /^Call Anna P\./ });
    stubColumns();
    drag(block, [310, 725], [410, 728]);
    await screen.findByText('12:05–12:35');
    drop([410, 728]);
    fireEvent.click(block);
    await waitFor(async () => expect(await storedStartOf(db, call)).toBe('2026-05-08T10:05:00.000Z'));
    expect(path()).not.toContain('task=');
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await storedStartOf(db, call)).toBe('2026-05-07T10:00:00.000Z'));
  });

  it('dragging the lower edge of a task changes its end', async () => {
    const call = ownTask({ title: 'Call Anna P.', ...timesOfLength('2026-05-07T10:00:00.000Z', 30) });
    const { db } = await showWeek('/tasks?view=week', [call]);
    const block = await screen.findByRole('button', { name: /^Call Anna P\./ });
    stubColumns();
    drag(block.querySelector('[data-edge]')!, [310, 750], [310, 780]);
    drop([310, 780]);
    await screen.findByText('Now ends at 13:00');
    expect(await db.tasks.get(call.id)).toMatchObject(timesOfLength('2026-05-07T10:00:00.000Z', 60));
    expect(await db.outbox.toArray()).toMatchObject([{ kind: 'task.edit', entity_id: call.id }]);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await db.tasks.get(call.id)).toMatchObject({ end_at: call.end_at }));
  });

  it('a drag changes nothing after Escape, outside the days, with a finger, or without a move', async () => {
    const call = ownTask({ title: 'Call Anna P.', ...timesOfLength('2026-05-07T10:00:00.000Z', 30) });
    const { db } = await showWeek('/tasks?view=week', [call]);
    const block = await screen.findByRole('button', { name: /^Call Anna P\./ });
    stubColumns();
    drag(block, [310, 725], [410, 780]);
    press('Escape');
    drop([410, 780]);
    drag(block, [310, 725], [-50, 780]);
    drop([-50, 780]);
    drag(block, [310, 725], [312, 727]);
    drop([312, 727]);
    drag(block, [310, 725], [410, 780], 'touch');
    drop([410, 780]);
    expect(await storedStartOf(db, call)).toBe('2026-05-07T10:00:00.000Z');
    expect(await db.outbox.count()).toBe(0);
  });

  it('dragging an overdue task onto a day moves it to that day', async () => {
    const late = ownTask({ title: 'Call Marek', ...timesOfLength('2026-05-05T10:00:00.000Z', 30) });
    const { db } = await showWeek('/tasks?view=week', [late]);
    const overdue = await screen.findByRole('region', { name: 'Overdue' });
    const row = await within(overdue).findByRole('button', { name: /^Call Marek/ });
    stubColumns();
    drag(row, [-80, 300], [450, 902]);
    drop([450, 902]);
    await waitFor(async () => expect(await storedStartOf(db, late)).toBe('2026-05-08T13:00:00.000Z'));
  });

  it('undoing a move that was already sent moves the task back with a second write', async () => {
    const call = ownTask({ title: 'Call Anna P.', ...timesOfLength('2026-05-07T10:00:00.000Z', 30) });
    const { db } = await showWeek('/tasks?view=week', [call]);
    focusOn(await screen.findByRole('button', { name: /^Call Anna P\./ }));
    press('m');
    await screen.findByText(/Arrows move by 15 minutes/);
    press('ArrowDown');
    press('Enter');
    await waitFor(async () => expect(await storedStartOf(db, call)).toBe('2026-05-07T10:15:00.000Z'));
    await db.outbox.clear();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await storedStartOf(db, call)).toBe('2026-05-07T10:00:00.000Z'));
    expect(await db.outbox.toArray()).toMatchObject([{ kind: 'task.reschedule' }]);
  });
});

describe('adding a task in the week', () => {
  const startOfDraft = async (db: PhoneDb) => (await savedTaskDraft(db, null))?.start_at;

  it('a click on a free half hour opens a new task at that time', async () => {
    const call = ownTask({ title: 'Call Anna P.', ...timesOfLength('2026-05-07T10:00:00.000Z', 30) });
    const { db, path } = await showWeek('/tasks?view=week', [call]);
    const block = await screen.findByRole('button', { name: /^Call Anna P\./ });
    stubColumns();
    const friday = document.querySelector('[data-day-column="2026-05-08"] > button[aria-hidden]')!;
    fireEvent.pointerMove(friday, { clientX: 450, clientY: 905, pointerType: 'mouse' });
    expect(await screen.findByText('+ 15:00')).toBeTruthy();
    fireEvent.pointerLeave(friday);
    expect(screen.queryByText('+ 15:00')).toBeNull();
    fireEvent.click(friday, { clientX: 450, clientY: 935 });
    const dialog = await screen.findByRole('dialog', { name: 'New task' });
    expect(await startOfDraft(db)).toBe('2026-05-08T13:30:00.000Z');
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(block, { clientX: 350, clientY: 725 });
    await waitFor(() => expect(path()).toContain(`task=${call.id}`));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('Enter or "n" on a focused hour opens a new task at that hour', async () => {
    const { db } = await showWeek('/tasks?view=week', []);
    const grid = await screen.findByRole('grid', { name: '04–10 May' });
    focusOn(within(grid).getByRole('link', { name: /^Friday/ }));
    press('ArrowDown');
    press('ArrowDown');
    const hour = screen.getByRole('button', { name: 'Friday 8 May, 09:00: add a task' });
    expect(document.activeElement).toBe(hour);
    // A browser converts Enter on a button to a click without coordinates.
    fireEvent.click(hour);
    const dialog = await screen.findByRole('dialog', { name: 'New task' });
    expect(await startOfDraft(db)).toBe('2026-05-08T07:00:00.000Z');
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitFor(() => expect(document.activeElement).toBe(hour));
    press('ArrowDown');
    press('n');
    await screen.findByRole('dialog', { name: 'New task' });
    expect(await startOfDraft(db)).toBe('2026-05-08T08:00:00.000Z');
  });

  it('keys skip an hour that begins within a task, since a new task would overlap', async () => {
    const busy = ownTask({ title: 'Busy', ...timesOfLength('2026-05-08T06:30:00.000Z', 120) });
    await showWeek('/tasks?view=week', [busy]);
    const grid = await screen.findByRole('grid', { name: '04–10 May' });
    focusOn(within(grid).getByRole('link', { name: /^Friday/ }));
    press('PageDown');
    expect(nameOf(document.activeElement!)).toMatch(/^Busy/);
    press('ArrowUp');
    expect(nameOf(document.activeElement!)).toBe('Friday 8 May, 08:00: add a task');
    press('ArrowDown');
    press('ArrowDown');
    expect(nameOf(document.activeElement!)).toBe('Friday 8 May, 11:00: add a task');
  });
});

/** Gives each day a width of 100 px, and each minute a height of 1 px. */
function stubColumns(): void {
  for (const [index, column] of document.querySelectorAll('[data-day-column]').entries())
    column.getBoundingClientRect = () => new DOMRect(100 * index, 0, 100, 1440);
}

type Point = [clientX: number, clientY: number];

/** Presses the pointer at a point and moves it to another. */
function drag(element: Element, [clientX, clientY]: Point, to: Point, pointerType = 'mouse'): void {
  fireEvent.pointerDown(element, { clientX, clientY, button: 0, pointerType });
  fireEvent.pointerMove(document.body, { clientX: to[0], clientY: to[1] });
}

const drop = ([clientX, clientY]: Point): boolean => fireEvent.pointerUp(document.body, { clientX, clientY });
