import { describe, expect, test, vi } from 'vitest';
import type { FindQuery } from '../../src/bridge/search-api.ts';
import type { Contact } from '../../contract/entities/contact.ts';
import { ContactIndex } from '../../workers/search/contact-index.ts';
import { IndexFeed } from '../../workers/search/feed.ts';
import { contactRow } from '../helpers/contact-row.ts';
import { ANNA, makePhoneDb } from '../helpers/phone.ts';

const makeQuery = (text = ''): FindQuery => ({
  text,
  category: null,
  status: null,
  owner: 'all',
  sort: 'name',
  offset: 0,
  limit: 50,
});

const named = (first_name: string, change: Partial<Contact> = {}) =>
  contactRow({ first_name, last_name: '', ...change });

describe('search index feed', () => {
  async function openFeed(rows: readonly ReturnType<typeof contactRow>[]) {
    const phoneDb = makePhoneDb();
    await phoneDb.db.contacts.bulkPut(rows);
    const book = new ContactIndex(ANNA);
    let changes = 0;
    const feed = new IndexFeed(phoneDb.db, book, () => (changes += 1));
    await feed.load();
    const total = (text: string) => book.find(makeQuery(text)).total;
    return { ...phoneDb, book, feed, total, changes: () => changes };
  }

  test('the search index reads the entire contacts table in chunks', async () => {
    const { book, feed } = await openFeed(Array.from({ length: 1203 }, (_, at) => named(`Name${at}`)));
    expect([book.size, feed.isComplete]).toEqual([1203, true]);
  });

  test('indexing ends when the search is closed', async () => {
    const { db } = makePhoneDb();
    await db.contacts.bulkPut(Array.from({ length: 1203 }, (_, at) => named(`Name${at}`)));
    const book = new ContactIndex(ANNA);
    const feed = new IndexFeed(db, book, () => {});
    const loaded = feed.load();
    feed.close();
    await loaded;
    expect(book.size).toBe(0);
  });

  test('keeps the search index up to date with local and synced inserts, edits and deletions', async () => {
    const anna = named('Anna', { rev: 3 });
    const { db, write, feed, total, changes } = await openFeed([anna, named('Boris')]);
    await write({ kind: 'contact.edit', id: anna.id, args: { first_name: 'Hanna' } });
    await db.contacts.put(named('Clara', { rev: 9 }));
    await feed.settled();
    expect([total('hanna'), total('clara'), total('')]).toEqual([1, 1, 3]);
    await write({ kind: 'contact.delete', id: anna.id, args: { at: '2026-03-02T08:00:00.000Z' } });
    await feed.settled();
    expect([total('hanna'), total('')]).toEqual([0, 2]);
    expect(changes()).toBeGreaterThan(1);
  });

  test('the search finds changes within a reported range of keys, and after the worker was suspended', async () => {
    const rows = ['Anna', 'Boris', 'Clara'].map((name, at) => named(name, { rev: at + 1 }));
    const { db, feed, total } = await openFeed(rows);
    await db.contacts.where('id').aboveOrEqual('').delete();
    await feed.settled();
    expect(total('')).toBe(0);
    feed.close();
    const newIndex = new ContactIndex(ANNA);
    const newFeed = new IndexFeed(db, newIndex, () => {});
    await newFeed.load();
    await db.contacts.bulkPut([...rows, named('Dora', { rev: 9 })]);
    newFeed.recheck();
    await newFeed.settled();
    expect(newIndex.find(makeQuery()).total).toBe(4);
  });

  test('the search indexes a page of the first sync without comparing all contacts', async () => {
    const rows = Array.from({ length: 203 }, (_, at) => named(at % 101 === 0 ? 'Anna' : 'Boris')).toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    );
    const [before, deleted, after] = rows.filter(({ first_name }) => first_name === 'Anna');
    const { db, book, feed, total } = await openFeed([before!, deleted!, after!]);
    const compared = vi.spyOn(db.contacts, 'toCollection');
    await db.transaction('rw', db.contacts, async () => {
      for (const row of rows) if (row.first_name === 'Boris') await db.contacts.put(row);
      await db.contacts.delete(deleted!.id);
    });
    await feed.settled();
    expect([before!, deleted!, after!].map(({ id }) => book.has(id))).toEqual([true, false, true]);
    expect([total('anna'), total('boris')]).toEqual([2, 200]);
    expect(compared).not.toHaveBeenCalled();
  });
});
