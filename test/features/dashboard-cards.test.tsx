// @vitest-environment jsdom
// Before Dexie is loaded: its live queries look for a database of the whole window.
import 'fake-indexeddb/auto';
import { cleanup, configure, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Book } from '../../contract/entities/book.ts';
import type { Me } from '../../contract/entities/me.ts';
import { openPhoneDb, type PhoneDb } from '../../src/db/db.ts';
import { ANNA, freshPorts, logInOnPhone, makeMe, showApp } from './fake-app.tsx';

configure({ asyncUtilTimeout: 10_000 });

let db: PhoneDb;

beforeAll(() => {
  window.matchMedia = (query) =>
    ({
      matches: false,
      media: query,
      addEventListener: () => {},
      removeEventListener: () => {},
    }) as unknown as MediaQueryList;
  window.scrollTo = () => {};
});
afterEach(() => {
  cleanup();
  db.close();
});

const book = (title: string, is_new: boolean): Book => ({
  id: `0198c000-0000-7000-8000-${title.length.toString().padStart(12, '0')}`,
  ...{ rev: 1, title, author: 'Ada', description: '', language: 'en', format: 'epub', pages: null, price_cents: 0 },
  ...{ file: { sha256: 'a'.repeat(64), bytes: 1000 }, is_new, media: [] },
});

async function show(books: readonly Book[], me: Partial<Me>): Promise<void> {
  const ports = freshPorts();
  await logInOnPhone(ports, makeMe(me), { last_fetched_at: new Date().toISOString() });
  db = openPhoneDb(ANNA, ports);
  await db.books.bulkPut(books);
  await showApp('/dashboard', ports);
}

it('the dashboard shows the new book and until when is paid', async () => {
  await show([book('An old one', false), book('Steps', true)], { subscribed_until: '2027-03-05T00:00:00.000Z' });
  const heading = await screen.findByRole('heading', { name: 'New book' });
  const section = within(heading.closest('section')!);
  expect(section.getByText('Steps')).toBeTruthy();
  expect(section.queryByText('An old one')).toBeNull();
  expect(await screen.findByText('Paid until 5 March 2027.')).toBeTruthy();
});

it('without a new book and without a subscription there is no empty card', async () => {
  await show([book('An old one', false)], { subscribed_until: null });
  await screen.findByText('There are no lessons for you yet.');
  expect(screen.queryByRole('heading', { name: 'New book' })).toBeNull();
  expect(screen.queryByText(/Paid until/)).toBeNull();
});
