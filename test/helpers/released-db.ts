import { Dexie } from 'dexie';
import type { BaseRow, Entry, Receipt } from '../../src/db/outbox/entry.ts';
import { userDbName, type DbPorts } from '../../src/db/schema/db.ts';
import { iso } from '../../src/lib/ports.ts';
import { ANNA, commentRow, newId, START, taskRow } from './phone.ts';

// The stores of the released versions, copied here so that a test fails if a released version is changed.
const released: readonly Record<string, string>[] = [
  {
    outbox: '++seq, &op_id, lane, state, [entity+entity_id]',
    base: '[entity+id]',
    history: 'op_id, server_time',
    meta: 'key',
    pages: 'key',
    snapshot_seen: '[group+c+id]',
    me: 'id',
    tasks: 'id, [state+start_at], closed_at',
    lesson_progress: 'id, last_read_at, state',
    categories: 'id, position',
    lessons: 'id, [category_id+position]',
    comments: 'id, [thread+created_at]',
  },
  {
    handovers: 'id, state',
    contacts: 'id, rev',
    contact_categories: 'id, position',
    interactions: 'id, [contact_id+at]',
    blobs: 'sha256',
  },
  {
    me: 'id',
    tasks: 'id, [state+start_at], closed_at, linked_user_id, contact_id',
    tickets: 'id, created_at',
    staff_tickets: 'id, [access+created_at], closed_at, author_id',
    handovers: 'id, state',
    people: 'id, [status+updated_at], [responsible_id+status], phone',
    waiting_leads: 'id, waiting_since',
    person_events: 'id, [person_id+at], at',
    employees: 'id, name',
    contacts: 'id, rev',
    contact_categories: 'id, position',
    interactions: 'id, [contact_id+at], [user_id+at], at',
    lesson_progress: 'id, last_read_at, state',
    news_reads: 'id',
    event_answers: 'id',
    categories: 'id, position',
    lessons: 'id, [category_id+position]',
    comments: 'id, [thread+created_at]',
    news: 'id, published_at',
    events: 'id, ends_at',
    books: 'id, title',
    book_shelf: 'id',
    downloads: 'sha256, state, lesson_id',
  },
];

export const comment = commentRow();
export const task = taskRow();

const entry = (seq: number, change: Partial<Entry>): Entry => ({
  seq,
  op_id: newId(),
  lane: `comments:${comment.id}`,
  deps: [],
  atomic_group: null,
  kind: 'comment.edit',
  v: 1,
  entity: 'comments',
  entity_id: comment.id,
  args: { text: `Edit ${seq}`, at: iso(START) },
  base: { text: 'Thank you' },
  base_rev: 1,
  title: 'Thank you',
  state: 'queued',
  frozen: null,
  attempts_net: 0,
  attempts_srv: 0,
  next_at: 0,
  lease: null,
  error: null,
  supersedes: null,
  at_client: START,
  clock_offset_ms: 0,
  app_version: '1',
  user_id: ANNA,
  device_id: newId(),
  size_bytes: 100,
  background: 0,
  ...change,
});

const rejected = { status: 409, code: 'task_state' as const, at: START };
/** The unsent writes that the released versions may have left on a phone. */
export const outbox = [
  entry(3, {}),
  entry(4, { lane: 'tasks:a', attempts_net: 2, frozen: '{"op":"sent before"}' }),
  entry(7, { lane: 'tasks:b', state: 'rejected', error: rejected }),
  entry(8, { lane: 'tasks:c', state: 'parked', blobs: ['abc'], absorbed: [newId()] }),
];
export const base: BaseRow[] = [
  { entity: 'comments', id: comment.id, row: comment },
  { entity: 'tasks', id: task.id, row: null },
];
export const history: Receipt[] = [
  {
    op_id: newId(),
    kind: 'task.start',
    entity: 'tasks',
    entity_id: task.id,
    title: 'Meet Ivan',
    at_client: START,
    server_time: iso(START),
    rev: 9,
    background: 0,
  },
];

/** Creates Anna's database in the state in which the given released version leaves it. */
export async function createReleasedDb(version: number, ports: DbPorts): Promise<void> {
  const db = new Dexie(userDbName(ANNA), ports);
  for (const [index, stores] of released.slice(0, version).entries()) db.version(index + 1).stores(stores);
  await db.open();
  await db.table('outbox').bulkAdd(outbox);
  await db.table('base').bulkAdd(base);
  await db.table('history').bulkAdd(history);
  await db.table('comments').add({ ...comment, text: 'Edit 3' });
  await db.table('tasks').add(task);
  await db.table('meta').add({ key: 'cursors', value: { p0: '12' } });
  db.close();
}
