import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Task } from '../../contract/entities/task.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { MAX_PX, SWIPE_PX } from '../../src/features/tasks/swipe/watch-row-swipes.ts';
import { setViewMode } from '../../src/lib/view-mode.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { makePerson } from './person-maker.ts';
import { makeSlice, makeTask } from './task-maker.ts';

vi.mock('../../src/bridge/sync.ts', () => ({ sync: { fetchPage: async () => ({ ok: true }) } }));

const NUMBER = '+4915200000004';
const WAIT = { timeout: 30_000 };
const CHANGED_TEXT = 'The task has changed in the meantime. Nothing was done.';

/** Shows a task with Helga in a list, and waits until its row can be swiped. */
async function showTask(change: Partial<Task> = {}, path = '/tasks') {
  const ports = freshPorts();
  const db = await openPhone(ports, { is_staff: true }, { connection: 'offline' });
  const start_at = new Date(Date.now() - 60_000).toISOString();
  const one = makeTask({ assignee_id: ANNA, title: 'Call Helga', linked_name: 'Helga Berg', start_at, ...change });
  if (one.linked_user_id) await db.people.put(makePerson({ id: one.linked_user_id, phone: NUMBER }));
  await db.tasks.put(one);
  const watch = vi.spyOn(document, 'addEventListener');
  await showApp(path, ports);
  const link = await screen.findByRole('link', { name: one.title });
  await waitFor(() => expect(watch).toHaveBeenCalledWith('pointermove', expect.anything(), expect.anything()));
  return { db, id: one.id, row: link.closest('li')! };
}

interface Finger {
  move: (x: number, y?: number) => void;
  lift: () => void;
}

/** Puts a finger on a row. Waits until the row has an action at its side, unless `hasAction` is false. */
async function touch(row: HTMLElement, { pointerType = 'touch', hasAction = true } = {}): Promise<Finger> {
  const pointer = { pointerType, pointerId: 7, isPrimary: true, bubbles: true };
  const target = within(row).getByRole('link', { name: 'Call Helga' });
  const at = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', x: number, y = 0): void => {
    fireEvent[type](type === 'pointerDown' ? target : document.body, {
      ...pointer,
      clientX: 200 + x,
      clientY: 300 + y,
    });
  };
  at('pointerDown', 0);
  // Poll with vi.waitFor, because the movements change the document, and each change would make `waitFor` run again
  // immediately.
  if (hasAction)
    await vi.waitFor(() => {
      at('pointerMove', 20);
      at('pointerMove', -20);
      expect(row.style.transform).toBe('translateX(-20px)');
    }, WAIT);
  return { move: (x, y) => at('pointerMove', x, y), lift: () => at('pointerUp', 0) };
}

const stateOf = async (db: PhoneDb, id: string) => (await db.tasks.get(id))?.state;
const queued = async (db: PhoneDb) => (await db.outbox.orderBy('seq').toArray()).map(({ kind }) => kind);
const hint = (row: HTMLElement) => row.querySelector<HTMLElement>('[data-armed]');

describe('a swipe of a task row', () => {
  it('a swipe to the right starts a planned task', async () => {
    const { db, id, row } = await showTask();
    const finger = await touch(row);
    finger.move(SWIPE_PX);
    expect(row.style.transform).toBe(`translateX(${SWIPE_PX}px)`);
    await waitFor(() => expect(hint(row)?.textContent).toBe('Start'));
    expect(hint(row)?.dataset['armed']).toBe('true');
    finger.lift();
    await waitFor(async () => expect(await stateOf(db, id)).toBe('in_progress'));
    expect(row.style.transform).toBe('');
  });

  it('a swipe to the right starts a task on the day screen', async () => {
    const { db, id } = await showTask({ type: 'meet' }, '/staff-dashboard');
    const row = (await screen.findAllByRole('link', { name: 'Call Helga' })).at(-1)!.closest('li')!;
    const finger = await touch(row);
    finger.move(SWIPE_PX);
    finger.lift();
    await waitFor(async () => expect(await stateOf(db, id)).toBe('in_progress'));
  });

  it('a swipe to the right asks for the result of a running task', async () => {
    const { db, row } = await showTask({
      state: 'in_progress',
      slices: [makeSlice(new Date().toISOString(), null)],
    });
    const finger = await touch(row);
    finger.move(SWIPE_PX);
    finger.lift();
    await screen.findByRole('dialog', { name: 'How did it go?' });
    expect(await queued(db)).toEqual([]);
  });

  it('a swipe to the left calls the person and starts the task', async () => {
    const { db, id, row } = await showTask();
    const finger = await touch(row);
    finger.move(-SWIPE_PX);
    await waitFor(() => expect(hint(row)?.textContent).toBe('Call'));
    finger.lift();
    await waitFor(async () => expect(await stateOf(db, id)).toBe('in_progress'));
    expect(await savedMeta(db, 'call_intent')).toMatchObject({ name: 'Helga Berg', number: NUMBER });
  });

  it('a swipe to the left opens the sheet that reschedules a visit', async () => {
    const { db, row } = await showTask({ type: 'meet' });
    const finger = await touch(row);
    finger.move(-SWIPE_PX);
    await waitFor(() => expect(hint(row)?.textContent).toBe('Reschedule'));
    finger.lift();
    await screen.findByRole('dialog', { name: 'Reschedule' });
    expect(await queued(db)).toEqual([]);
  });

  it('a swipe that is released too early does nothing', async () => {
    const { db, row } = await showTask();
    const finger = await touch(row);
    finger.move(500);
    expect(row.style.transform).toBe(`translateX(${MAX_PX}px)`);
    finger.move(SWIPE_PX - 1);
    await waitFor(() => expect(hint(row)?.dataset['armed']).toBe('false'));
    finger.lift();
    await act(async () => {});
    expect(row.style.transform).toBe('');
    expect(await queued(db)).toEqual([]);
  });

  it('does not move a row in a direction that has no action', async () => {
    const { row } = await showTask({
      type: 'meet',
      state: 'in_progress',
      slices: [makeSlice(new Date().toISOString(), null)],
    });
    const finger = await touch(row, { hasAction: false });
    await vi.waitFor(() => {
      finger.move(40);
      expect(row.style.transform).toBe('translateX(40px)');
    }, WAIT);
    finger.move(-SWIPE_PX);
    expect(row.style.transform).toBe('translateX(0px)');
    await waitFor(() => expect(hint(row)).toBeNull());
  });

  it.each([
    ['vertical', 20, 40],
    ['rather vertical', 29, 20],
  ])('does not move the row of a task on a %s movement, which scrolls the page', async (_, x, y) => {
    const { db, row } = await showTask();
    const finger = await touch(row, { hasAction: false });
    finger.move(x, y);
    finger.move(SWIPE_PX, y);
    finger.lift();
    expect(row.style.transform).toBe('');
    expect(await queued(db)).toEqual([]);
  });

  it('a swipe cannot be made with a mouse, and ends when a second finger touches the screen', async () => {
    const { db, row } = await showTask();
    const mouse = await touch(row, { pointerType: 'mouse', hasAction: false });
    mouse.move(SWIPE_PX);
    mouse.lift();
    expect(row.style.transform).toBe('');
    const finger = await touch(row);
    finger.move(SWIPE_PX);
    fireEvent.pointerDown(document.body, { pointerType: 'touch', pointerId: 8, isPrimary: false });
    expect(row.style.transform).toBe('');
    finger.lift();
    expect(await queued(db)).toEqual([]);
  });

  it('a swipe changes nothing while the app is viewed as another person', async () => {
    const { db, row } = await showTask();
    const refused = vi.fn();
    setViewMode(refused);
    try {
      const finger = await touch(row);
      finger.move(SWIPE_PX);
      finger.lift();
      await waitFor(() => expect(refused).toHaveBeenCalled());
      expect(await queued(db)).toEqual([]);
    } finally {
      setViewMode(null);
    }
  });
});

describe('a task that changes during a swipe', () => {
  it('a task that changes during a swipe returns to its place, and a message says why', async () => {
    const { db, id, row } = await showTask();
    const finger = await touch(row);
    finger.move(SWIPE_PX);
    await db.tasks.update(id, { title: 'Call Helga again' });
    expect(await screen.findByText(CHANGED_TEXT)).toBeTruthy();
    expect(row.style.transform).toBe('');
    finger.lift();
    expect(await queued(db)).toEqual([]);
    expect(await stateOf(db, id)).toBe('planned');
  });

  it('a task that is completed elsewhere during a swipe is not started', async () => {
    const { db, id, row } = await showTask();
    const finger = await touch(row);
    finger.move(SWIPE_PX);
    await db.tasks.update(id, { state: 'completed', closed_at: new Date().toISOString() });
    expect(await screen.findByText(CHANGED_TEXT)).toBeTruthy();
    finger.lift();
    expect(await queued(db)).toEqual([]);
  });

  it('a swipe starts a task even if the revision of its row changes during the swipe', async () => {
    const { db, id, row } = await showTask();
    const finger = await touch(row);
    finger.move(SWIPE_PX);
    await db.tasks.update(id, { rev: 2 });
    finger.lift();
    await waitFor(async () => expect(await stateOf(db, id)).toBe('in_progress'));
    expect(screen.queryByText(CHANGED_TEXT)).toBeNull();
  });

  it('a task whose row disappears under the finger is not started', async () => {
    const { db, row } = await showTask();
    const finger = await touch(row);
    finger.move(SWIPE_PX);
    const list = row.parentElement!;
    row.remove();
    finger.lift();
    expect(await screen.findByText(CHANGED_TEXT)).toBeTruthy();
    expect(await queued(db)).toEqual([]);
    // Put the row back, because React removes it at the end of the test.
    list.append(row);
  });
});
