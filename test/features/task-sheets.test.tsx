import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Me } from '../../contract/entities/me.ts';
import type { Task } from '../../contract/entities/task.ts';
import { toDateTimeInput } from '../../src/lib/dates.ts';
import { typeDate } from './controls.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { suggestedTime } from './suggested-time.ts';
import { makeSlice, makeTask } from './task-maker.ts';

vi.mock('../../src/bridge/sync.ts', () => ({ sync: { fetchPage: async () => ({ ok: true }) } }));

const OLGA = '0198c000-0000-7000-8000-0000000000e1';

async function showTask(change: Partial<Task>, me: Partial<Me>) {
  const ports = freshPorts();
  const db = await openPhone(ports, { is_staff: true, ...me }, { connection: 'offline' });
  const existingTask = makeTask({ assignee_id: ANNA, author_id: ANNA, ...change });
  await db.tasks.put(existingTask);
  const rows = [
    { id: OLGA, name: 'Olga Stein', city: 'Ulm', phone: null, is_employee: true },
    { id: existingTask.linked_user_id, name: 'Nina Client', city: null, phone: null, is_employee: false },
  ];
  await db.pages.put({ key: 'users_to_link', rows, fetched_at: new Date().toISOString() });
  await showApp(`/tasks/${existingTask.id}`, ports);
  return { db, id: existingTask.id };
}

it('lets a manager reassign a task to a chosen team member', async () => {
  const { db, id } = await showTask({}, { is_manager: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Reassign' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(await sheet.findByText('Olga Stein')).toBeTruthy();
  expect(sheet.queryByText('Nina Client')).toBeNull();
  fireEvent.click(sheet.getByRole('button', { name: 'Reassign task' }));
  expect(await sheet.findByText('Please, select employee')).toBeTruthy();
  fireEvent.click(sheet.getByText('Olga Stein'));
  fireEvent.click(sheet.getByRole('button', { name: 'Reassign task' }));
  await waitFor(async () => expect((await db.tasks.get(id))?.assignee_id).toBe(OLGA));
  const [entry] = await db.outbox.toArray();
  expect([entry?.kind, entry?.args]).toMatchObject(['task.reassign', { assignee_id: OLGA }]);
});

it('does not let a consultant reassign a task', async () => {
  await showTask({}, {});
  await screen.findByRole('button', { name: 'Cancel task' });
  expect(screen.queryByRole('button', { name: 'Reassign' })).toBeNull();
});

it('marks the doubtful time of a task, and counts it as soon as it is corrected', async () => {
  const doubtful = { ...makeSlice('2026-05-02T10:00:00.000Z', '2026-05-03T10:20:00.000Z'), needs_review: true };
  const { db, id } = await showTask({ state: 'paused', slices: [doubtful] }, {});
  expect(await screen.findByText(/not confirmed, not counted/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  const sheet = within(await screen.findByRole('dialog'));
  const confirm = () => fireEvent.click(sheet.getByRole('button', { name: 'Confirm time' }));
  confirm();
  expect(await sheet.findByText('Incorrect time from and time to')).toBeTruthy();
  expect((await db.tasks.get(id))?.slices).toEqual([doubtful]);
  await typeDate('Worked from', toDateTimeInput('2026-05-03T10:00:00.000Z'));
  confirm();
  await waitFor(async () =>
    expect((await db.tasks.get(id))?.slices).toMatchObject([
      { from: '2026-05-03T10:00:00.000Z', to: doubtful.to, needs_review: false, estimated: true },
    ]),
  );
});

const running = (): Partial<Task> => ({
  state: 'in_progress',
  type: 'meet',
  title: 'Visit Nina',
  slices: [makeSlice(new Date(Date.now() - 60_000).toISOString(), null)],
});

async function openFinish(change: Partial<Task>) {
  const shown = await showTask(change, {});
  fireEvent.click(await screen.findByRole('button', { name: 'Finish' }));
  return { ...shown, sheet: within(await screen.findByRole('dialog', { name: 'How did it go?' })) };
}

it('saves the result and plans the next contact with one press on a suggested time', async () => {
  const { db, id, sheet } = await openFinish(running());
  fireEvent.click(sheet.getByRole('radio', { name: 'Took place' }));
  fireEvent.click(sheet.getByRole('button', { name: /^In a week, / }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await db.tasks.get(id)).toMatchObject({ state: 'completed', result: 'held' });
  const next = (await db.tasks.toArray()).find(({ follow_up_of }) => follow_up_of === id);
  expect(next).toMatchObject({ state: 'planned', title: 'Visit Nina', type: 'meet', start_at: suggestedTime('week') });
});

it('plans the next contact at a picked time, which is also shown as text', async () => {
  const { db, id, sheet } = await openFinish(running());
  fireEvent.click(sheet.getByRole('radio', { name: 'Took place' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Pick…' }));
  await typeDate(sheet.getByRole('group', { name: 'Date and time' }), '2027-05-03T14:20');
  expect(await sheet.findByText('Mon 03 May 14:20')).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: 'Save result' }));
  await waitFor(async () => expect(await db.tasks.count()).toBe(2));
  const next = (await db.tasks.toArray()).find(({ follow_up_of }) => follow_up_of === id);
  expect(next?.start_at).toBe(new Date('2027-05-03T14:20').toISOString());
});

it('reschedules a task to a suggested time', async () => {
  const { db, id } = await showTask({ type: 'meet', title: 'Visit Nina' }, {});
  fireEvent.click(await screen.findByRole('button', { name: 'Reschedule' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Reschedule' }));
  expect(sheet.queryByRole('radio', { name: 'None' })).toBeNull();
  fireEvent.click(sheet.getByRole('button', { name: 'Reschedule' }));
  expect(await sheet.findByText('Please, select start time')).toBeTruthy();
  fireEvent.click(sheet.getByRole('radio', { name: /^In a week, / }));
  fireEvent.click(sheet.getByRole('button', { name: 'Reschedule' }));
  await waitFor(async () => expect((await db.tasks.get(id))?.start_at).toBe(suggestedTime('week')));
});

it('asks for the result before it saves a next contact, and keeps showing the chosen time', async () => {
  const { db, id, sheet } = await openFinish(running());
  fireEvent.click(sheet.getByRole('button', { name: /^In a week, / }));
  expect(await sheet.findByText('Please, fill this field')).toBeTruthy();
  expect(await db.outbox.count()).toBe(0);
  expect(sheet.getByRole('group', { name: 'Date and time' })).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: 'No next contact' }));
  fireEvent.click(sheet.getByRole('radio', { name: 'Took place' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Save result' }));
  await waitFor(async () => expect((await db.tasks.get(id))?.state).toBe('completed'));
  expect(await db.tasks.count()).toBe(1);
});

it('plans the next call for the next working day if the person asked to be called back', async () => {
  const { db, id, sheet } = await openFinish({ ...running(), type: 'call' });
  fireEvent.click(sheet.getByRole('radio', { name: 'Call back' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Save result' }));
  await waitFor(async () => expect(await db.tasks.count()).toBe(2));
  const next = (await db.tasks.toArray()).find(({ follow_up_of }) => follow_up_of === id);
  expect(next?.start_at).toBe(suggestedTime('tomorrow') ?? suggestedTime('weekday'));
});

it('withdraws the suggested next call if the result is not a call-back after all', async () => {
  const { db, id, sheet } = await openFinish({ ...running(), type: 'call' });
  fireEvent.click(sheet.getByRole('radio', { name: 'Call back' }));
  expect(sheet.getByRole('group', { name: 'Date and time' })).toBeTruthy();
  fireEvent.click(sheet.getByRole('radio', { name: 'Busy' }));
  expect(sheet.queryByRole('group', { name: 'Date and time' })).toBeNull();
  fireEvent.click(sheet.getByRole('button', { name: 'Save result' }));
  await waitFor(async () => expect((await db.tasks.get(id))?.state).toBe('completed'));
  expect(await db.tasks.count()).toBe(1);
});

it('keeps a next call at a chosen time if the result changes', async () => {
  const { sheet } = await openFinish({ ...running(), type: 'call' });
  fireEvent.click(sheet.getByRole('button', { name: 'Pick…' }));
  await typeDate(sheet.getByRole('group', { name: 'Date and time' }), '2027-05-03T14:20');
  fireEvent.click(sheet.getByRole('radio', { name: 'Call back' }));
  fireEvent.click(sheet.getByRole('radio', { name: 'Busy' }));
  expect(await sheet.findByText('Mon 03 May 14:20')).toBeTruthy();
});
