import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { callsOfDay, isReady, checkReadiness, tasksBetween } from '../../src/features/tasks/day-queries.ts';
import { confirmSlice, pauseTask, startTask } from '../../src/features/tasks/actions.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { formatTime } from '../../src/lib/dates.ts';
import { makeInteraction } from './call-maker.ts';
import { CONTACT, makeContact, makeEntry } from './entry-maker.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { makePerson } from './person-maker.ts';
import { me, makeDevice, makeSlice, makeTask } from './task-maker.ts';

const syncNow = vi.fn(async () => ({ ok: true }));
vi.mock('../../src/bridge/sync.ts', () => ({
  sync: { fetchPage: async () => ({ ok: true }), syncNow: () => syncNow() },
}));

const START = '2026-05-03T10:00:00.000Z';
const DAY_MS = 86_400_000;

// Set the clock to noon of the current day. Close to midnight, times some minutes earlier or later would belong to
// another day.
beforeEach(() => {
  vi.useFakeTimers({ now: new Date().setHours(12, 0, 0, 0), toFake: ['Date'] });
});

describe('day figures', () => {
  test("counts a call once in the day's figures, even if it is both a task and a logged interaction", async () => {
    const { store } = makeDevice(START);
    const closed = { state: 'completed', closed_at: START } as const;
    const done = makeTask({ ...closed, result: 'reached' });
    const missedCall = makeTask({
      ...closed,
      result: 'no_answer',
      slices: [{ ...makeSlice(START, START), needs_review: true }],
    });
    const meeting = makeTask({ ...closed, type: 'meet', result: 'held' });
    await store.db.tasks.bulkPut([done, missedCall, meeting]);
    const log = { at: START, kind: 'call' } as const;
    await store.db.interactions.bulkPut([
      makeInteraction(me, { ...log, id: me, task_id: done.id, result: 'reached' }),
      makeInteraction(me, { ...log, id: meeting.id, result: 'busy' }),
      makeInteraction(ANNA, { ...log, id: missedCall.id }),
    ]);
    const from = Date.parse('2026-05-03T00:00:00.000Z');
    const { reached, not_reached, doubtful } = await callsOfDay(store.db, me, from, from + DAY_MS);
    expect([reached, not_reached, doubtful.map(({ id }) => id)]).toEqual([1, 2, [missedCall.id]]);
  });

  test("reports tomorrow as ready for offline work once the people of tomorrow's tasks are synced", async () => {
    const { store } = makeDevice(START);
    const { db } = store;
    await db.meta.put({ key: 'status', value: { last_fetched_at: START } });
    const tomorrow = makeTask({ start_at: '2026-05-04T10:00:00.000Z' });
    await db.tasks.bulkPut([tomorrow, makeTask({ start_at: '2026-05-05T10:00:00.000Z' })]);
    const before = await checkReadiness(db, store.now(), 'UTC');
    expect(before).toMatchObject({ tasks: 1, people: 1, missing: [{ id: tomorrow.id }] });
    expect(isReady(before)).toBe(false);
    await db.people.put(makePerson({ id: tomorrow.linked_user_id! }));
    expect(isReady(await checkReadiness(db, store.now(), 'UTC'))).toBe(true);
    await startTask(store, tomorrow);
    expect(await checkReadiness(db, store.now(), 'UTC')).toMatchObject({ to_send: 1, missing: [] });
  });

  test('marks the time of a task for review if the device clock was wrong, until it is confirmed', async () => {
    const { store, clock } = makeDevice(START);
    const existingTask = makeTask();
    await store.db.tasks.put(existingTask);
    await startTask(store, existingTask);
    clock.now += 600_000 + DAY_MS;
    // The device has learned from the server that its clock is ahead.
    await store.db.meta.put({ key: 'status', value: { clock_offset_ms: -DAY_MS } });
    await pauseTask(store, existingTask);
    const [open] = (await store.db.tasks.get(existingTask.id))!.slices;
    expect(open).toMatchObject({ needs_review: true });
    await confirmSlice(store, existingTask, { slice_id: open!.id, from: START, to: '2026-05-03T10:10:00.000Z' });
    expect((await store.db.tasks.get(existingTask.id))?.slices).toMatchObject([
      { needs_review: false, estimated: true },
    ]);
  });

  test("lists the day's tasks by start, without cancelled ones", async () => {
    const { store } = makeDevice(START);
    const noon = makeTask({ start_at: '2026-05-03T12:00:00.000Z' });
    const morning = makeTask({ start_at: '2026-05-03T08:00:00.000Z', state: 'completed', closed_at: START });
    await store.db.tasks.bulkPut([noon, morning, makeTask({ state: 'cancelled' })]);
    const from = Date.parse('2026-05-03T00:00:00.000Z');
    expect((await tasksBetween(store.db, from, from + DAY_MS)).map(({ id }) => id)).toEqual([morning.id, noon.id]);
  });
});

async function show(path: string, fill: (db: PhoneDb) => Promise<unknown>) {
  const ports = freshPorts();
  const db = await openPhone(ports, { is_staff: true }, { connection: 'offline', last_fetched_at: START });
  await fill(db);
  return { db, ...(await showApp(path, ports)) };
}

describe('the screens of a working day', () => {
  it("shows a contact's number in groups, and dials it as it is stored", async () => {
    await show(`/contacts/${CONTACT}`, (db) => db.contacts.put(makeContact()));
    const link = await screen.findByRole('link', { name: '+49 1512345679' });
    expect(link.getAttribute('href')).toBe('tel:+491512345679');
  });

  it('shows planned and completed tasks on the screen of a contact', async () => {
    const target = { linked_user_id: null, contact_id: CONTACT, assignee_id: ANNA };
    await show(`/contacts/${CONTACT}`, async (db) => {
      await db.contacts.put(makeContact());
      const done = { state: 'completed', closed_at: START, result: 'reached' } as const;
      await db.tasks.bulkPut([
        makeTask({ ...target, ...done, title: 'The first talk' }),
        makeTask({ ...target, title: 'The second talk' }),
      ]);
    });
    const list = await screen.findByRole('list', { name: 'Tasks' });
    const titles = within(list)
      .getAllByRole('link')
      .map((link) => link.textContent);
    expect(titles).toEqual([expect.stringContaining('second'), expect.stringContaining('first')]);
    expect(within(list).getByText(/Reached/)).toBeTruthy();
  });

  it('the form for a new task names the given person and suggests a call as its title', async () => {
    await show('/tasks?with=0198c000-0000-7000-8000-0000000000c1', (db) => db.people.put(makePerson()));
    const title = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Title/ });
    expect(title.value).toBe('Call Anna B.');
    expect(screen.getByText('Anna Berg')).toBeTruthy();
  });

  it('starts a sync on Prepare for tomorrow, and says that everything is on this device', async () => {
    await show('/staff-dashboard', async () => {});
    fireEvent.click(await screen.findByRole('button', { name: 'Prepare for tomorrow' }));
    const status = await screen.findByRole('status', { name: 'Status' });
    await waitFor(() =>
      expect(within(status).getByText(/Everything is on this device. All changes were sent at/)).toBeTruthy(),
    );
    expect(syncNow).toHaveBeenCalled();
  });
});

describe('the tasks of today', () => {
  const toneOf = (line: HTMLElement) => line.closest<HTMLElement>('[data-tone]')?.dataset['tone'];

  it("says how many of today's completed tasks are not sent yet", async () => {
    const done = { state: 'completed', closed_at: new Date().toISOString(), assignee_id: ANNA } as const;
    const [sent, unsent] = [makeTask(done), makeTask(done)];
    await show('/staff-dashboard', async (db) => {
      await db.me.update(ANNA, { time_zone: 'UTC' });
      await db.tasks.bulkPut([sent, unsent]);
      await db.outbox.add(makeEntry(1, { kind: 'task.finish', entity: 'tasks', entity_id: unsent.id, seq: 1 }));
    });
    const figure = (await screen.findByText('Completed today')).parentElement!;
    await waitFor(() => expect(figure.textContent).toContain('1 not sent yet'));
    expect(within(figure).getByText('2')).toBeTruthy();
  });

  it('the number of tasks completed today links to a list of exactly those tasks', async () => {
    const at = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
    const done = { state: 'completed', assignee_id: ANNA } as const;
    await show('/staff-dashboard', async (db) => {
      await db.me.update(ANNA, { time_zone: 'UTC' });
      await db.tasks.bulkPut([
        makeTask({ ...done, title: 'First', closed_at: at(0) }),
        makeTask({ ...done, title: 'Second', closed_at: at(0) }),
        makeTask({ ...done, title: 'Yesterday', closed_at: at(1) }),
        makeTask({ ...done, title: 'Given up', closed_at: at(0), state: 'cancelled' }),
      ]);
    });
    const figure = (await screen.findByText('Completed today')).parentElement!;
    fireEvent.click(await within(figure).findByRole('link', { name: '2' }));
    expect(await screen.findByText(/^2 tasks completed on /)).toBeTruthy();
    const titles = within(screen.getByRole('list', { name: 'Tasks' })).getAllByRole('listitem');
    expect(titles.map(({ textContent }) => /First|Second|Yesterday|Given up/.exec(textContent ?? '')?.[0])).toEqual(
      expect.arrayContaining(['First', 'Second']),
    );
    expect(titles).toHaveLength(2);
    fireEvent.click(screen.getByRole('link', { name: 'Show all' }));
    await waitFor(() =>
      expect(within(screen.getByRole('list', { name: 'Tasks' })).getAllByRole('listitem')).toHaveLength(4),
    );
  });

  it("links the time worked today to the user's own records of that time", async () => {
    await show('/staff-dashboard', (db) => db.me.update(ANNA, { time_zone: 'UTC' }));
    const figure = (await screen.findByText('Worked today')).parentElement!;
    expect(within(figure).getByRole('link').getAttribute('href')).toBe(
      `/statistics/records?figure=time_spent&period=today&employee=${ANNA}`,
    );
  });

  it('shows a task overdue by 4 minutes quietly, and highlights one overdue by 20 minutes', async () => {
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 1000).toISOString();
    await show('/tasks', (db) =>
      db.tasks.bulkPut([
        makeTask({ title: 'A while ago', start_at: at(20), assignee_id: ANNA }),
        makeTask({ title: 'Just now', start_at: at(4), assignee_id: ANNA, priority: 'low' }),
      ]),
    );
    const mild = await screen.findByText(/^4 min overdue/);
    expect(toneOf(mild)).toBe('quiet');
    expect(toneOf(screen.getByText(/^20 min overdue/))).toBe('need');
    const rows = within(screen.getByRole('list', { name: 'Tasks' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent?.includes('Just now'))).toEqual([false, true]);
  });
});

describe('the card of the next task', () => {
  it("counts the days of its delay in the user's time zone, like the list below", async () => {
    vi.setSystemTime('2026-05-03T12:20:00.000Z');
    const task = makeTask({ start_at: '2026-05-03T11:30:00.000Z', assignee_id: ANNA });
    await show('/staff-dashboard', async (db) => {
      await db.me.update(ANNA, { time_zone: 'Etc/GMT-12' });
      await db.tasks.put(task);
    });
    await screen.findByText('Start with');
    expect(screen.getAllByText(/overdue,/).map(({ textContent }) => textContent?.split(',')[0])).toEqual([
      '1 day overdue',
      '1 day overdue',
    ]);
  });
});

describe('the running task card', () => {
  it('shows when a resumed task was first started', async () => {
    const ports = freshPorts();
    const db = await openPhone(ports, { is_staff: true });
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const slices = [makeSlice(at(9), at(5)), makeSlice(at(1), null)];
    await db.tasks.put(makeTask({ assignee_id: ANNA, state: 'in_progress', slices }));
    await showApp('/staff-dashboard', ports);
    expect(await screen.findByText(`Call, started ${formatTime(at(9))}`)).toBeTruthy();
  });

  it('links the running task to its page, because no list below contains it', async () => {
    const ports = freshPorts();
    const db = await openPhone(ports, { is_staff: true });
    const existingTask = makeTask({ assignee_id: ANNA, state: 'in_progress', slices: [makeSlice(START, null)] });
    await db.tasks.put(existingTask);
    await showApp('/staff-dashboard', ports);
    const link = await screen.findByRole('link', { name: existingTask.title });
    expect(link.getAttribute('href')).toBe(`/tasks/${existingTask.id}`);
  });

  it('moves the focus from the start button to the running task', async () => {
    const ports = freshPorts();
    const db = await openPhone(ports, { is_staff: true });
    await db.tasks.put(makeTask({ assignee_id: ANNA }));
    await showApp('/staff-dashboard', ports);
    const [start] = await screen.findAllByRole('button', { name: 'Start' });
    start?.focus();
    fireEvent.click(start!);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Finish'));
  });
});
