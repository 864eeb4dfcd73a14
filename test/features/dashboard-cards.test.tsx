import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { BookShelf } from '../../contract/entities/book-shelf.ts';
import type { Book } from '../../contract/entities/book.ts';
import type { Me } from '../../contract/entities/me.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { makeMember, saveBranch } from './team-maker.ts';

let db: PhoneDb;

const book = (title: string, is_new: boolean): Book => ({
  id: `0198c000-0000-7000-8000-${title.length.toString().padStart(12, '0')}`,
  rev: 1,
  title,
  author: 'Ada',
  description: '',
  language: 'en',
  format: 'epub',
  pages: null,
  price_cents: 0,
  file: { sha256: 'a'.repeat(64), bytes: 1000 },
  is_new,
  media: [],
});

async function show(books: readonly Book[], me: Partial<Me>): Promise<void> {
  const ports = freshPorts();
  db = await openPhone(ports, me, { last_fetched_at: new Date().toISOString() });
  await db.books.bulkPut(books);
  await showApp('/dashboard', ports);
}

it('shows the new book and the paid-until date on the dashboard', async () => {
  await show([book('An old one', false), book('Steps', true)], { subscribed_until: '2027-03-05T00:00:00.000Z' });
  const heading = await screen.findByRole('heading', { name: 'New book' });
  const section = within(heading.closest('section')!);
  expect(section.getByText('Steps')).toBeTruthy();
  expect(section.queryByText('An old one')).toBeNull();
  expect(await screen.findByText('Paid until 5 March 2027.')).toBeTruthy();
});

describe('the current book', () => {
  const place = (device_id: string, at: string, percent: number) => ({
    ...{ device_id, place: '1/0', percent },
    at: `2026-03-0${at}T10:00:00.000Z`,
  });
  const shelf = (title: string, ...places: BookShelf['places']): BookShelf => ({
    ...{ id: book(title, false).id, rev: 1, bought_at: null, places, marks: [] },
  });

  async function showShelves(titles: readonly string[], shelves: readonly BookShelf[]) {
    await show(
      titles.map((title) => book(title, false)),
      {},
    );
    await db.book_shelf.bulkPut([...shelves]);
  }

  const section = async () => (await screen.findByRole('heading', { name: 'Continue reading' })).closest('section')!;

  it('leads from Home to the unfinished book that was read last on any device', async () => {
    await showShelves(
      ['One', 'Two22', 'Three33'],
      [
        shelf('One', place('phone', '1', 10), place('tablet', '5', 70)),
        shelf('Two22', place('phone', '4', 20)),
        shelf('Three33', place('phone', '6', 100)),
      ],
    );
    const link = await within(await section()).findByRole('link', { name: 'One' });
    expect((await section()).textContent).toContain('70% read');
    expect(link.getAttribute('href')).toBe(`/books/${book('One', false).id}`);
    const sha256 = 'a'.repeat(64);
    await db.blobs.put({ sha256, mime: '', data: new ArrayBuffer(1), bytes: 1, saved_at: 1, sent_at: 1 });
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'One' }).getAttribute('href')).toBe(
        `/books/${book('One', false).id}/read`,
      ),
    );
  });

  it('does not offer a finished or no longer available book on Home', async () => {
    await showShelves(['One'], [shelf('One', place('phone', '1', 100)), shelf('Gone now', place('phone', '2', 5))]);
    await screen.findByText('No lessons yet.');
    await waitFor(() => expect(document.querySelector('[class*="reserved"]')).toBeNull());
    expect(screen.queryByRole('heading', { name: 'Continue reading' })).toBeNull();
  });
});

it('shows no empty card when there is no new book and no subscription', async () => {
  await show([book('An old one', false)], { subscribed_until: null });
  await screen.findByText('No lessons yet.');
  expect(screen.queryByRole('heading', { name: 'New book' })).toBeNull();
  expect(screen.queryByText(/Paid until/)).toBeNull();
});

it('does not show an ended subscription as paid', async () => {
  await show([book('Steps', true)], { is_subscribed: false, subscribed_until: '2026-01-05T00:00:00.000Z' });
  await screen.findByRole('heading', { name: 'New book' });
  expect(screen.queryByText(/Paid until/)).toBeNull();
});

it('does not show a lesson as downloaded while its video is missing', async () => {
  const CATEGORY = '0198c000-0000-7000-8000-0000000000c0';
  const id = (number: number) => `0198c000-0000-7000-8000-00000000010${number}`;
  const film = { kind: 'video', bytes: 3e6, mime: 'video/mp4', width: null, height: null, alt: '' } as const;
  const media = [{ ...film, sha256: 'b'.repeat(64) }];
  await show([], {});
  const textFields = { slug: 'talk', title: 'Talking', description: '', language: 'en', color: 'teal' } as const;
  await db.categories.put({ id: CATEGORY, rev: 1, position: 1, ...textFields });
  await db.lessons.bulkPut(
    [1, 2, 3].map((number) => ({
      id: id(number),
      rev: 1,
      category_id: CATEGORY,
      title: `Lesson ${number}`,
      language: 'en' as const,
      position: number,
      duration_min: 5,
      free: true,
      body: '<p>Words.</p>',
      media: number === 3 ? media : [],
    })),
  );
  const heading = await screen.findByRole('heading', { name: 'Next lessons' });
  const section = heading.closest('section')!;
  expect(await within(section).findByText(/^as of \d\d:\d\d$/)).toBeTruthy();
  await waitFor(() => expect(within(section).getAllByRole('listitem')).toHaveLength(2));
  const rows = within(section).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Lesson 25 min, on this device'),
    expect.stringContaining('Lesson 35 min, online only, 3 MB'),
  ]);
  const here = {
    lesson_id: id(3),
    title: '',
    got: 3e6,
    state: 'downloaded',
    fault: null,
    is_asked: true,
    at: 1,
  } as const;
  await db.downloads.put({ ...here, sha256: media[0]!.sha256, kind: 'video', mime: 'video/mp4', bytes: 3e6 });
  await screen.findByRole('heading', { name: 'Available offline' });
  expect(section.textContent).toContain('on this device, 3 MB');
});

it('shows the size and the age of the team as last fetched', async () => {
  const ports = freshPorts();
  db = await openPhone(ports, {}, { last_fetched_at: new Date().toISOString() });
  await saveBranch(db, null, [makeMember(1)], { people: 148, this_month: 7, fetched_at: '2026-05-02T09:00:00.000Z' });
  await showApp('/dashboard', ports);
  const section = within((await screen.findByRole('heading', { name: 'Team' })).closest('section')!);
  expect(section.getByRole('link', { name: '148 people' }).getAttribute('href')).toBe('/team');
  expect(section.getByText('7 joined this month')).toBeTruthy();
  expect(section.getByText(/^as of 02 May/)).toBeTruthy();
});

it('shows no separate age for a team that was fetched today', async () => {
  await show([book('Steps', true)], {});
  await saveBranch(db, null, [makeMember(1)], { people: 3, this_month: 0, fetched_at: new Date().toISOString() });
  await screen.findByRole('heading', { name: 'New book' });
  await screen.findByRole('heading', { name: 'Team' });
  expect(screen.queryByText(/^as of /)).toBeNull();
});

it.each([null, 0])('shows no team card if the team on this device has the size %s', async (people) => {
  const ports = freshPorts();
  db = await openPhone(ports, {}, { last_fetched_at: new Date().toISOString() });
  if (people !== null) await saveBranch(db, null, [], { people });
  await showApp('/dashboard', ports);
  await screen.findByText('No lessons yet.');
  expect(screen.queryByRole('heading', { name: 'Team' })).toBeNull();
});
