import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Task } from '../../contract/entities/task.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { setViewMode } from '../../src/lib/view-mode.ts';
import { CONTACT, makeContact } from './entry-maker.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { makePerson } from './person-maker.ts';
import { makeSlice, makeTask } from './task-maker.ts';

vi.mock('../../src/bridge/sync.ts', () => ({ sync: { fetchPage: async () => ({ ok: true }) } }));

const NUMBER = '+4915200000004';
const CALL = { name: 'Call +49 1520 0000004' };

/** Shows a task with Helga on the day screen or at another path, next to `others`. */
async function showTask(change: Partial<Task> = {}, { at = '/staff-dashboard', others = [] as Task[] } = {}) {
  const ports = freshPorts();
  const db = await openPhone(ports, { is_staff: true }, { connection: 'offline' });
  const start_at = new Date(Date.now() - 60_000).toISOString();
  const existingTask = makeTask({
    assignee_id: ANNA,
    title: 'Call Helga',
    linked_name: 'Helga Berg',
    start_at,
    ...change,
  });
  const { linked_user_id } = existingTask;
  if (linked_user_id) await db.people.put(makePerson({ id: linked_user_id, phone: NUMBER }));
  await db.tasks.bulkPut([existingTask, ...others]);
  await showApp(at === 'page' ? `/tasks/${existingTask.id}` : at, ports);
  return { db, one: existingTask };
}

/** Leaves the app for the dialer, comes back, and returns the sheet that asks for the result. */
const sheetAfterCall = () =>
  waitFor(() => {
    fireEvent.blur(window);
    fireEvent.focus(window);
    return within(screen.getByRole('dialog', { name: 'How did the call with Helga Berg go?' }));
  });

const running = (): Partial<Task> => ({ state: 'in_progress', slices: [makeSlice(new Date().toISOString(), null)] });
const queuedSteps = async (db: PhoneDb) =>
  (await db.outbox.orderBy('seq').toArray()).map(({ kind, entity_id }) => [kind, entity_id]);

afterEach(() => setViewMode(null));

it.each([
  ['row', '/staff-dashboard', { name: 'Call Helga Berg' }],
  ['page', 'page', CALL],
])("the call button of a task's %s is locked while viewing as someone else", async (_, at, name) => {
  const refused = vi.fn();
  setViewMode(refused);
  const { db, one } = await showTask({}, { at });
  fireEvent.click((await screen.findAllByRole('button', name))[0]!);
  expect(refused).toHaveBeenCalledTimes(1);
  expect(await savedMeta(db, 'call_intent')).toBeFalsy();
  expect((await db.tasks.get(one.id))?.state).toBe(one.state);
});

it.each([
  ['row', '/staff-dashboard', { name: 'Call Helga Berg' }],
  ['card', '/staff-dashboard', CALL],
  ['page', 'page', CALL],
])("one press on the call button of a task's %s stores the call and starts the task", async (_, at, name) => {
  const { db, one } = await showTask({}, { at });
  const link = (await screen.findAllByRole('link', name))[0]!;
  expect(link.getAttribute('href')).toBe(`tel:${NUMBER}`);
  fireEvent.click(link);
  await waitFor(async () => expect((await db.tasks.get(one.id))?.state).toBe('in_progress'));
  expect(await savedMeta(db, 'call_intent')).toMatchObject({ user_id: one.linked_user_id, number: NUMBER });
  expect(await queuedSteps(db)).toEqual([['task.start', one.id]]);
});

it('pauses the running task when another one is started by a call', async () => {
  const other = makeTask({ assignee_id: ANNA, title: 'Visit', type: 'meet', linked_user_id: null, ...running() });
  const { db, one } = await showTask({}, { others: [other] });
  fireEvent.click(await screen.findByRole('link', { name: 'Call Helga Berg' }));
  await waitFor(async () => expect((await db.tasks.get(one.id))?.state).toBe('in_progress'));
  expect(await queuedSteps(db)).toEqual([
    ['task.pause', other.id],
    ['task.start', one.id],
  ]);
});

it('moves the focus from the call button to the running task', async () => {
  await showTask();
  const link = await screen.findByRole('link', CALL);
  link.focus();
  fireEvent.click(link);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Finish'));
});

it('a call from a running task does not start it again', async () => {
  const { db } = await showTask(running());
  const link = await screen.findByRole('link', CALL);
  expect(screen.getByRole('button', { name: 'Finish' })).toBeTruthy();
  fireEvent.click(link);
  await sheetAfterCall();
  expect(await queuedSteps(db)).toEqual([]);
});

it('the result entered after a call from a task finishes the task', async () => {
  const { db, one } = await showTask();
  fireEvent.click(await screen.findByRole('link', CALL));
  const sheet = await sheetAfterCall();
  fireEvent.click(sheet.getByRole('radio', { name: 'Reached' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Save call' }));
  await waitFor(async () => expect((await db.tasks.get(one.id))?.state).toBe('completed'));
  expect((await queuedSteps(db)).map(([kind]) => kind)).toEqual(['task.start', 'interaction.log', 'task.finish']);
});

/** Calls Helga from her task, and then answers that the call did not take place. */
async function abandonCall(db: PhoneDb, id: string, beforeAnswer?: () => Promise<unknown>): Promise<void> {
  fireEvent.click(await screen.findByRole('link', { name: 'Call Helga Berg' }));
  await waitFor(async () => expect((await db.tasks.get(id))?.state).toBe('in_progress'));
  const sheet = await sheetAfterCall();
  await beforeAnswer?.();
  fireEvent.click(sheet.getByRole('button', { name: "I didn't call" }));
  await screen.findByText('No call logged');
}

it('the answer "I didn\'t call" undoes the start of the task', async () => {
  const { db, one } = await showTask();
  await abandonCall(db, one.id);
  expect(await queuedSteps(db)).toEqual([]);
  expect(await db.tasks.get(one.id)).toMatchObject({ state: 'planned', slices: [] });
});

it('the answer "I didn\'t call" continues the task that was paused for the call', async () => {
  const other = makeTask({ assignee_id: ANNA, title: 'Visit', type: 'meet', linked_user_id: null, ...running() });
  const { db, one } = await showTask({}, { others: [other] });
  await abandonCall(db, one.id);
  expect(await queuedSteps(db)).toEqual([]);
  expect(await db.tasks.get(other.id)).toMatchObject({ state: 'in_progress', slices: [{ to: null }] });
  expect((await db.tasks.get(one.id))?.state).toBe('planned');
});

it('the answer "I didn\'t call" pauses a task whose start was already sent', async () => {
  const { db, one } = await showTask();
  await abandonCall(db, one.id, () => db.outbox.clear());
  expect(await queuedSteps(db)).toEqual([['task.pause', one.id]]);
  expect((await db.tasks.get(one.id))?.state).toBe('paused');
});

it('the answer "I didn\'t call" does not change a task that was already running', async () => {
  const { db, one } = await showTask(running());
  fireEvent.click(await screen.findByRole('link', CALL));
  const sheet = await sheetAfterCall();
  fireEvent.click(sheet.getByRole('button', { name: "I didn't call" }));
  await screen.findByText('No call logged');
  expect(await queuedSteps(db)).toEqual([]);
  expect((await db.tasks.get(one.id))?.state).toBe('in_progress');
});

it('a visit offers a map of its location instead of a call', async () => {
  const { db } = await showTask({ type: 'meet', place: 'Hauptstr. 5, Ulm' });
  const [round] = await screen.findAllByRole('link', { name: 'Map: Hauptstr. 5, Ulm' });
  const href = 'https://www.openstreetmap.org/search?query=Hauptstr.%205%2C%20Ulm';
  expect(round?.getAttribute('href')).toBe(href);
  expect((await screen.findByRole('link', { name: 'Map' })).getAttribute('href')).toBe(href);
  expect(screen.queryByRole('link', { name: /^Call (Helga Berg|\+49)/ })).toBeNull();
  expect(await queuedSteps(db)).toEqual([]);
});

it('the row of a visit names its location instead of its type and duration', async () => {
  await showTask({ type: 'meet', place: 'Hauptstr. 5, Ulm' });
  const row = (await screen.findAllByRole('link', { name: 'Call Helga' })).at(-1)!.closest('li')!;
  expect(row.textContent).toContain('1 min overdue, Hauptstr. 5, Ulm');
  expect(row.textContent).not.toMatch(/meeting|\d+\s(min|h)(?! overdue)/);
});

it("a visit without a location offers a map of the contact's address, unless there is only a city", async () => {
  const linked = { type: 'meet', linked_user_id: null, contact_id: CONTACT } as const;
  const { db } = await showTask(linked, { at: 'page' });
  await db.contacts.put(makeContact({ address: '', city: 'Ulm' }));
  await screen.findByRole('button', { name: 'Start' });
  expect(screen.queryByRole('link', { name: 'Map' })).toBeNull();
  await db.contacts.put(makeContact({ address: 'Am Markt 1', city: 'Ulm' }));
  const map = await screen.findByRole('link', { name: 'Map' });
  expect(map.getAttribute('href')).toContain('Am%20Markt%201%2C%20Ulm');
});

it('a message task offers the message apps of the person', async () => {
  const { db, one } = await showTask({ type: 'message' }, { at: 'page' });
  await db.people.update(one.linked_user_id!, { telegram: 'helga_b', email: 'helga@example.org' });
  fireEvent.click(await screen.findByRole('button', { name: 'Message' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Message Helga Berg' }));
  const links = sheet.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    `sms:${NUMBER}`,
    `https://wa.me/${NUMBER.slice(1)}`,
    'https://t.me/helga_b',
    'mailto:helga@example.org',
  ]);
});

it('a message task offers no apps if no address of the person is known', async () => {
  const { db, one } = await showTask({ type: 'message' }, { at: 'page' });
  await db.people.update(one.linked_user_id!, { phone: null, telegram: null, email: null });
  await screen.findByRole('button', { name: 'Start' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Message' })).toBeNull());
});
