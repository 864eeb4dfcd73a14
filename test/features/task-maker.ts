import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Task } from '../../contract/entities/task.ts';
import { openPhoneDb } from '../../src/db/schema/db.ts';
import { createStore } from '../../src/db/schema/create-store.ts';
import type { Store } from '../../src/db/schema/store.ts';
import type { Channel } from '../../src/lib/ports.ts';

export const me = '01900000-0000-7000-8000-00000000000a';
const device = '01900000-0000-7000-8000-00000000000d';

let idCount = 0;
const nextId = (): string => `01900000-0000-7000-9000-${String((idCount += 1)).padStart(12, '0')}`;

export function makeTask(change: Partial<Task> = {}): Task {
  const start_at = change.start_at ?? '2026-05-03T10:00:00.000Z';
  return {
    id: nextId(),
    rev: 1,
    type: 'call',
    title: 'Call Anna P.',
    place: '',
    description: '',
    start_at,
    end_at: new Date(Date.parse(start_at) + 900_000).toISOString(),
    priority: 'normal',
    linked_user_id: '01900000-0000-7000-8000-00000000000b',
    contact_id: null,
    linked_name: 'Anna Petrova',
    direction: null,
    phone_used: null,
    assignee_id: me,
    author_id: me,
    state: 'planned',
    slices: [],
    result: null,
    result_note: '',
    cancel_reason: '',
    reminders: [],
    source: 'manual',
    follow_up_of: null,
    follow_up_task_id: null,
    overlap: false,
    closed_at: null,
    created_at: start_at,
    updated_at: start_at,
    ...change,
  };
}

export const makeSlice = (from: string, to: string | null): Task['slices'][number] => ({
  id: nextId(),
  from,
  to,
  device_id: device,
  estimated: false,
  needs_review: false,
});

const silent: Channel = { post: () => {}, listen: () => {}, close: () => {} };

/** Creates a consultant's device with a clock that the test advances. */
export function makeDevice(start: string): { store: Store; clock: { now: number } } {
  const clock = { now: Date.parse(start) };
  const db = openPhoneDb(me, { indexedDB: new IDBFactory(), IDBKeyRange });
  const actor = { user_id: me, user_name: 'Boris K.', first_name: 'Boris', device_id: device, is_manager: false };
  const ports = { clock: { now: () => clock.now, after: () => () => {} }, random: Math.random };
  return { store: createStore(db, actor, ports, silent), clock };
}
