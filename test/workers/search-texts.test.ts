import { describe, expect, onTestFinished, test } from 'vitest';
import type { TextSource } from '../../contract/search/text-sources.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { MAX_ROWS, TextFeed } from '../../workers/search/text-feed.ts';
import { makeInteraction } from '../features/call-maker.ts';
import { makeEvent, makePerson, makeWaitingLead } from '../features/people-maker.ts';
import { makeStaffTicket } from '../features/staff-ticket-maker.ts';
import { ANNA, makePhoneDb, newId, taskRow } from '../helpers/phone.ts';

async function openFeed(fill: (db: PhoneDb) => Promise<unknown>) {
  const { db } = makePhoneDb();
  await fill(db);
  let changes = 0;
  const feed = new TextFeed(db, () => (changes += 1));
  onTestFinished(() => feed.close());
  await feed.load();
  const ids = (source: TextSource, text: string) => feed.find(source, text, 20).found.map(({ id }) => id);
  return { db, feed, ids, changes: () => changes };
}

describe('the search index of texts', () => {
  test('finds tasks by title, person, place, description and result, open tasks first', async () => {
    const open = taskRow({ title: 'Visit', place: 'Bonn harbour', start_at: '2026-05-02T10:00:00.000Z' });
    const next = taskRow({ title: 'Call', description: 'about the harbour', start_at: '2026-05-01T10:00:00.000Z' });
    const done = taskRow({ title: 'Done', result_note: 'harbour', closed_at: '2026-04-01T10:00:00.000Z' });
    const { ids } = await openFeed((db) => db.tasks.bulkPut([done, open, next]));
    expect(ids('tasks', 'harbour')).toEqual([next.id, open.id, done.id]);
    expect(ids('tasks', 'visit')).toEqual([open.id]);
  });

  test('finds tickets by their messages and their author, but not tickets of another employee', async () => {
    const own = makeStaffTicket();
    const other = makeStaffTicket({ id: newId(), access: 'other' });
    const { ids } = await openFeed((db) => db.staff_tickets.bulkPut([own, other]));
    expect(ids('tickets', 'silent')).toEqual([own.id]);
    expect(ids('tickets', 'nina')).toEqual([own.id]);
  });

  test('finds notes of calls and people, the latest first, and no other history entries', async () => {
    const call = makeInteraction(ANNA, { id: newId(), note: 'Likes tea', at: '2026-05-01T10:00:00.000Z' });
    const event = makeEvent({ id: newId(), detail: { text: 'Prefers TEA' }, at: '2026-05-02T10:00:00.000Z' });
    const status = makeEvent({ id: newId(), kind: 'status', detail: { text: 'tea' } });
    const person = makePerson({ notes: 'green tea', updated_at: '2026-05-03T10:00:00.000Z' });
    const { feed, ids } = await openFeed(async (db) => {
      await db.interactions.bulkPut([call, makeInteraction(ANNA, { id: newId(), note: '' })]);
      await db.person_events.bulkPut([event, status]);
      await db.people.put(person);
    });
    expect(ids('notes', 'tea')).toEqual([person.id, event.id, call.id]);
    expect(feed.find('notes', 'tea', 1)).toEqual({
      found: [{ table: 'people', id: person.id }],
      total: 3,
      total_all: 3,
    });
  });

  test('the index follows inserts, edits and deletions of rows, even if they are reported as a range of keys', async () => {
    const [one, two] = [
      makeWaitingLead({ id: newId(), first_name: 'Maria' }),
      makeWaitingLead({ id: newId(), first_name: 'Marta' }),
    ];
    const { db, feed, ids, changes } = await openFeed((db) => db.waiting_leads.put(one));
    await db.waiting_leads.put(two);
    await feed.settled();
    expect(ids('leads', 'mar')).toEqual([one.id, two.id]);
    await db.waiting_leads.update(one.id, { first_name: 'Zoe' });
    await db.waiting_leads.delete(two.id);
    await feed.settled();
    expect([ids('leads', 'mar'), ids('leads', 'zoe')]).toEqual([[], [one.id]]);
    await db.waiting_leads.where('id').aboveOrEqual('').delete();
    await feed.settled();
    expect(ids('leads', '')).toEqual([]);
    expect(changes()).toBeGreaterThan(2);
  });

  test('once the sync cursors have moved, finds changes that were made while the worker was suspended', async () => {
    const { db, feed } = await openFeed((db) => db.people.put(makePerson()));
    /** Changes the database without a notification, like a change that happens while a worker is suspended. */
    const changeSilently = async (table: string, change: (store: IDBObjectStore) => void): Promise<void> => {
      const transaction = db.backendDB().transaction(table, 'readwrite');
      change(transaction.objectStore(table));
      await new Promise((resolve) => (transaction.oncomplete = resolve));
    };
    const total = async (): Promise<number> => {
      await feed.recheck();
      await feed.settled();
      return feed.find('people', '', 9).total;
    };
    await changeSilently('people', (people) => people.clear());
    expect(await total()).toBe(1);
    await changeSilently('meta', (meta) => meta.put({ key: 'cursors', value: { p1: 7 } }));
    expect(await total()).toBe(0);
  });

  test('indexes only the newest 20,000 rows of a table', async () => {
    const id = (at: number): string => `0198c000-0000-7000-8000-${String(at).padStart(12, '0')}`;
    const rows = Array.from({ length: MAX_ROWS + 1 }, (_, at) =>
      makeInteraction(ANNA, { id: id(at), note: `note ${at}` }),
    );
    const { feed, ids } = await openFeed((db) => db.interactions.bulkPut(rows));
    expect(MAX_ROWS).toBe(20_000);
    expect(ids('notes', 'note 0')).not.toContain(id(0));
    expect(ids('notes', `note ${MAX_ROWS}`)).toEqual([id(MAX_ROWS)]);
    expect(feed.find('notes', '', 1).total_all).toBe(MAX_ROWS);
  });
});
