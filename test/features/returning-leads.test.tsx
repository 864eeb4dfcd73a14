import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { makeInteraction } from './call-maker.ts';
import { makeEntry } from './entry-maker.ts';
import { ANNA } from './fake-app.tsx';
import { hoursFromNow } from './news-maker.ts';
import { db, IVAN_PATH, listRowsOf, stubOfflineAccount, showEmployeeApp } from './people-app.ts';
import { IVAN, makePerson, OLGA } from './people-maker.ts';
import { makeTask } from './task-maker.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

stubOfflineAccount(account);

const idOf = (index: number) => `0198c000-0000-7000-8000-00000000e11${index}`;

/** Stores an unsent call with Ivan, which the server does not have yet. */
async function logUnsentCall(): Promise<void> {
  const logged = { kind: 'interaction.log', entity: 'interactions', entity_id: idOf(9), state: 'queued' } as const;
  await act(async () => {
    await db.interactions.put(makeInteraction(ANNA, { id: idOf(9), user_id: IVAN, contact_id: null }));
    await db.outbox.add(makeEntry(1, logged));
  });
}

const returning = (index: number, hours: number | null, change: Parameters<typeof makePerson>[0] = {}) =>
  makePerson({
    id: idOf(index),
    first_name: `Lead${index}`,
    returns_at: hours === null ? null : hoursFromNow(hours),
    ...change,
  });

it('lists own leads that return to the pool, soonest first, with the time left', async () => {
  await showEmployeeApp('/staff-dashboard', (phone) =>
    phone.people.bulkPut([
      returning(1, 5.1),
      returning(2, 3.1),
      returning(3, null),
      returning(4, 1, { responsible_id: OLGA }),
      returning(5, -1),
    ]),
  );
  const rows = await listRowsOf('Finish a task to keep them');
  expect(rows.map((row) => /Lead\d/.exec(row)?.[0])).toEqual(['Lead5', 'Lead2', 'Lead1']);
  expect(rows[0]).toContain('Goes back now');
  expect(rows[1]).toContain('Goes back in 3 hours');
});

it('no longer lists a lead as returning once work with it was finished on this device', async () => {
  const task = makeTask({ id: idOf(7), linked_user_id: idOf(1) });
  await showEmployeeApp('/staff-dashboard', async (phone) => {
    await phone.people.bulkPut([returning(1, 3.1), returning(2, 3.1)]);
    await phone.tasks.put(task);
    await phone.interactions.put(makeInteraction(ANNA, { id: idOf(8), user_id: idOf(2), contact_id: null }));
  });
  expect(await listRowsOf('Finish a task to keep them')).toHaveLength(2);
  await act(() =>
    db.outbox.add(makeEntry(1, { kind: 'task.finish', entity: 'tasks', entity_id: task.id, state: 'queued' })),
  );
  await waitFor(async () => expect(await listRowsOf('Finish a task to keep them')).toHaveLength(1));
  const logged = { kind: 'interaction.log', entity: 'interactions', entity_id: idOf(8), state: 'queued' } as const;
  await act(() => db.outbox.add(makeEntry(2, logged)));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Finish a task to keep them' })).toBeNull());
});

it('lists at most five leads that will return, and offers a call unless the person wants none', async () => {
  const six = [1, 2, 3, 4, 5, 6].map((index) => returning(index, index, { do_not_contact: index === 2 }));
  await showEmployeeApp('/staff-dashboard', (phone) => phone.people.bulkPut(six));
  expect(await listRowsOf('Finish a task to keep them')).toHaveLength(5);
  expect(screen.getByRole('link', { name: 'Call Lead1' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Call Lead2' })).toBeNull();
});

it('shows when an own lead returns to the pool, instead of its next step', async () => {
  const lead = makePerson({ returns_at: hoursFromNow(3.1), next_step_at: hoursFromNow(1) });
  await showEmployeeApp('/leads', (phone) => phone.people.put(lead));
  const list = await screen.findByRole('list', { name: 'My people' });
  expect(list.textContent).toContain('Goes back in 3 hours, Berlin');
  expect(list.textContent).not.toContain('Next step');
  await logUnsentCall();
  await waitFor(() => expect(screen.getByRole('list', { name: 'My people' }).textContent).toContain('Next step'));
  expect(screen.queryByText(/Goes back/)).toBeNull();
});

it("a lead's screen shows when it returns to the pool, unless unsent work prevents that", async () => {
  await showEmployeeApp(IVAN_PATH, (phone) => phone.people.put(makePerson({ returns_at: hoursFromNow(3.1) })));
  expect(await screen.findByText('Goes back in 3 hours')).toBeTruthy();
  expect(screen.getByText('This lead returns to the waiting leads unless a task is finished.')).toBeTruthy();
  await logUnsentCall();
  await waitFor(() => expect(screen.queryByText('Goes back in 3 hours')).toBeNull());
});
