import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Handover } from '../../contract/entities/handover.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { CONTACT, makeContact } from './entry-maker.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';

const OLGA = '0198c000-0000-7000-8000-0000000000a2';

const makeOffer = (change: Partial<Handover> = {}): Handover => ({
  id: '0198c000-0000-7000-8000-0000000000e1',
  rev: 4,
  from_id: OLGA,
  from_name: 'Olga',
  to_id: ANNA,
  to_name: 'Anna',
  entity: 'contacts',
  entity_id: CONTACT,
  kind: 'contact.edit',
  title: 'Jonas Weber',
  args: { city: 'Hamburg', notes: 'Prefers mornings' },
  state: 'offered',
  at: '2026-05-02T10:00:00.000Z',
  created_at: '2026-05-02T10:00:00.000Z',
  updated_at: '2026-05-02T10:00:00.000Z',
  ...change,
});

async function showHandover(handover: Handover): Promise<PhoneDb> {
  const ports = freshPorts();
  const db = await openPhone(ports, {}, { connection: 'offline' });
  await db.contacts.put(makeContact());
  await db.handovers.put(handover);
  await showApp('/sync', ports);
  await screen.findByRole('heading', { name: 'Sync centre' });
  return db;
}

const offers = () => screen.findByRole('list', { name: 'Offered to you' });
const queue = (db: PhoneDb) => db.outbox.orderBy('seq').toArray();
const log = { contact_id: CONTACT, user_id: null, phone_raw: null, task_id: OLGA, kind: 'call', direction: 'out' };

test('shows a handed-over change beside the current values and applies it when the user accepts', async () => {
  const db = await showHandover(makeOffer());
  const list = await offers();
  expect(within(list).getByText('Olga could not send this: Jonas Weber')).toBeTruthy();
  expect(within(list).getByText('Prefers mornings')).toBeTruthy();
  expect(await within(list).findByText('Now: Berlin')).toBeTruthy();
  fireEvent.click(within(list).getByRole('button', { name: 'Take over' }));
  await waitFor(async () => expect(await db.outbox.count()).toBe(2));
  const [edit, take] = await queue(db);
  expect([edit?.kind, edit?.entity_id, edit?.args]).toEqual([
    'contact.edit',
    CONTACT,
    { city: 'Hamburg', notes: 'Prefers mornings' },
  ]);
  expect([take?.kind, take?.atomic_group]).toEqual(['handover.take', edit?.atomic_group]);
  expect(edit?.atomic_group).toBeTruthy();
  expect(await db.contacts.get(CONTACT)).toMatchObject({ city: 'Hamburg' });
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Offered to you' })).toBeNull());
});

test("logs a handed-over call as the recipient's own with the sender's name", async () => {
  const args = { ...log, at: '2026-05-02T10:00:00.000Z', duration_s: 60, result: 'reached', follow_up_at: null };
  const db = await showHandover(
    makeOffer({
      entity: 'interactions',
      entity_id: OLGA,
      kind: 'interaction.log',
      args: { ...args, note: 'Will come' },
    }),
  );
  fireEvent.click(within(await offers()).getByRole('button', { name: 'Take over' }));
  await waitFor(async () => expect(await db.outbox.count()).toBe(2));
  const [entry] = await queue(db);
  expect(entry?.args).toMatchObject({ contact_id: CONTACT, note: 'Olga: Will come', task_id: null, result: 'reached' });
  expect(entry?.entity_id).not.toBe(OLGA);
});

test('shows a handover that cannot be taken over, and marks it as read', async () => {
  const db = await showHandover(
    makeOffer({ entity: 'tasks', kind: 'task.finish', args: { result_note: 'Done by phone' } }),
  );
  const list = await offers();
  expect(within(list).getByText('Done by phone')).toBeTruthy();
  fireEvent.click(within(list).getByRole('button', { name: 'Mark as read' }));
  await waitFor(async () => expect((await queue(db)).map(({ kind }) => kind)).toEqual(['handover.take']));
});

test('changes nothing when a handover is declined', async () => {
  const db = await showHandover(makeOffer());
  fireEvent.click(within(await offers()).getByRole('button', { name: 'Decline' }));
  await waitFor(async () => expect((await queue(db)).map(({ kind }) => kind)).toEqual(['handover.decline']));
  expect(await db.contacts.get(CONTACT)).toMatchObject({ city: 'Berlin' });
});

test('rejects a handover with invalid arguments entirely, and reports an error', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const db = await showHandover(makeOffer({ args: { first_name: '' } }));
  fireEvent.click(within(await offers()).getByRole('button', { name: 'Take over' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(await db.outbox.count()).toBe(0);
});

test('tells the sender who took over their work until the notice is dismissed', async () => {
  const ownHandover = { from_id: ANNA, from_name: 'Anna', to_id: OLGA, to_name: 'Olga', state: 'taken' } as const;
  await showHandover(makeOffer(ownHandover));
  expect(await screen.findByText('Your work on Jonas Weber was handed over to Olga')).toBeTruthy();
  expect(screen.getByText('Edit contact. Olga took it over')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Dismiss/ }));
  await waitFor(() => expect(screen.queryByText('Your work on Jonas Weber was handed over to Olga')).toBeNull());
});

test.each([
  ['Wants to come in May', 'Take over', ['person.note', 'handover.take']],
  ['', 'Mark as read', ['handover.take']],
])(
  'a handover of an already known lead adds its notes to the existing person unless they are empty: "%s"',
  async (notes, name, kinds) => {
    const args = { first_name: 'Jonas', notes, person_id: OLGA };
    const db = await showHandover(makeOffer({ entity: 'people', kind: 'lead.create', args }));
    fireEvent.click(within(await offers()).getByRole('button', { name }));
    await waitFor(async () => expect((await queue(db)).map(({ kind }) => kind)).toEqual(kinds));
  },
);
