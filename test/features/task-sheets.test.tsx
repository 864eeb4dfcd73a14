import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Me } from '../../contract/entities/me.ts';
import type { Task } from '../../contract/entities/task.ts';
import { toDateTimeInput } from '../../src/lib/dates.ts';
import { typeDate } from './controls.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { slice, task } from './task-maker.ts';

vi.mock('../../src/bridge/sync.ts', () => ({ sync: { fetchPage: async () => ({ ok: true }) } }));

const OLGA = '0198c000-0000-7000-8000-0000000000e1';

async function showTask(change: Partial<Task>, me: Partial<Me>) {
  const ports = freshPorts();
  const db = await openPhone(ports, { is_staff: true, ...me }, { connection: 'offline' });
  const existingTask = task({ assignee_id: ANNA, author_id: ANNA, ...change });
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
  const doubtful = { ...slice('2026-05-02T10:00:00.000Z', '2026-05-03T10:20:00.000Z'), needs_review: true };
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
