import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { BookShelf } from '../../contract/entities/book-shelf.ts';
import type { Book } from '../../contract/entities/book.ts';
import type { BookResult } from '../../src/bridge/sync-api.ts';
import { sync } from '../../src/bridge/sync.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { saveStatus } from '../../src/db/schema/sync-meta.ts';
import {
  makeBook,
  chapterRoot,
  chapters,
  DEVICE,
  bookId,
  OTHER,
  packOf,
  makePlace,
  makeShelf,
  showBooks,
  storeBook,
} from './book-app.ts';

let db: PhoneDb;
const bookCall = vi.fn<(name: string, book: string) => Promise<BookResult>>();

beforeEach(() => {
  bookCall.mockReset();
  vi.spyOn(sync, 'book').mockImplementation(bookCall);
  vi.spyOn(sync, 'syncNow').mockResolvedValue({ ok: true });
});

async function showAt(path: string, books: readonly Book[], shelves?: readonly BookShelf[]) {
  const shown = await showBooks(path, books, shelves);
  db = shown.db;
  return shown;
}

const storeFile = (file: Book, data?: ArrayBuffer) => storeBook(db, file, data);
const button = (name: RegExp | string) => screen.findByRole('button', { name });
const press = async (name: RegExp | string) => fireEvent.click(await button(name));
const chapter = chapterRoot;
/** The reader determines the position only after the page has stopped scrolling. */
const scrollEnd = () => new Promise((resolve) => setTimeout(resolve, 500));
const heading = () => chapter()?.querySelector('h1')?.textContent;

it('lists started books first, then new ones, then finished ones', async () => {
  const books = [
    makeBook(1, { is_new: true }),
    makeBook(2, { price_cents: 450 }),
    makeBook(3),
    makeBook(4),
    makeBook(5),
  ];
  await showAt('/books', books, [
    makeShelf(4, { places: [makePlace(DEVICE, '1', '1/0', 40)] }),
    makeShelf(5, { places: [makePlace(DEVICE, '1', '2/9', 100)] }),
  ]);
  await storeFile(books[2]!);
  await screen.findByText('On this device');
  const tiles = await screen.findAllByRole('listitem');
  const bars = tiles.map((tile) => within(tile).queryByRole('progressbar')?.getAttribute('aria-valuenow'));
  expect(bars).toEqual(['40', undefined, undefined, undefined, '100']);
  expect(tiles.map((tile) => tile.textContent)).toEqual([
    expect.stringMatching(/^Book 4.*2 MB · 40% read/),
    expect.stringMatching(/^Book 1.*2 MB.*New|^Book 1.*New/),
    expect.stringMatching(/^Book 2.*\$4\.50/),
    expect.stringMatching(/^Book 3.*On this device/),
    expect.stringMatching(/^Book 5.*100% read/),
  ]);
});

it('distinguishes an empty library from books that are not synced yet', async () => {
  await showAt('/books', []);
  await screen.findByText('No books yet.');
  await saveStatus(db, { last_fetched_at: null });
  await screen.findByText("Books haven't synced to this device yet.");
});

it('says that a book is not found, and links to all books', async () => {
  await showAt(`/books/${bookId(9)}`, []);
  await screen.findByText('Book not found.');
  expect(screen.getAllByRole('link', { name: 'All books' }).at(-1)?.getAttribute('href')).toBe('/books');
});

it('explains why the download of a free book failed, downloads the book, and deletes its file', async () => {
  const firstBook = makeBook(1, { pages: 12 });
  await showAt(`/books/${bookId(1)}`, [firstBook]);
  await screen.findByText('12 pages');
  await screen.findByText('About a kettle.');
  bookCall.mockResolvedValueOnce({ ok: false, why: 'offline' });
  await press('Download, 2 MB');
  await screen.findByText('You are offline. Go online to download this book.');
  bookCall.mockResolvedValueOnce({ ok: false, why: 'refused', code: 'too_large' });
  await press('Download, 2 MB');
  await screen.findByText('Not enough storage on this device. Delete something and try again.');
  bookCall.mockResolvedValueOnce({ ok: false, why: 'refused', code: 'checksum' });
  await press('Download, 2 MB');
  await screen.findByText('The file is damaged. Try again.');
  bookCall.mockImplementationOnce(async () => {
    await storeFile(firstBook);
    return { ok: true, url: null };
  });
  await press('Download, 2 MB');
  await screen.findByText('On this device, 2 MB');
  expect(screen.getByRole('link', { name: 'Read' }).getAttribute('href')).toBe(`/books/${bookId(1)}/read`);
  await press('Delete file');
  await button('Download, 2 MB');
  expect(await db.blobs.count()).toBe(0);
});

it('shows the progress of a partly downloaded book', async () => {
  const firstBook = makeBook(1);
  await showAt(`/books/${bookId(1)}`, [firstBook]);
  await db.blobs.put({
    sha256: `${firstBook.file.sha256}:0`,
    mime: '',
    data: new ArrayBuffer(1),
    bytes: 1,
    saved_at: 1,
    sent_at: 1,
  });
  expect((await screen.findByRole('progressbar', { name: 'Downloaded' })).getAttribute('aria-valuenow')).toBe('52');
});

it('buying a book names the payment site first, opens only https addresses, and requires a connection', async () => {
  await showAt(`/books/${bookId(1)}`, [makeBook(1, { price_cents: 450 })]);
  bookCall.mockResolvedValueOnce({ ok: true, url: 'http://evil.example/pay' });
  await press('Buy for $4.50');
  await screen.findByText('Could not open the payment page. You were not charged. Try again later.');
  bookCall.mockResolvedValueOnce({ ok: false, why: 'offline' });
  await press('Buy for $4.50');
  await screen.findByText('You are offline. Go online to buy this book.');
  bookCall.mockResolvedValueOnce({ ok: true, url: 'https://pay.example/order' });
  await press('Buy for $4.50');
  await screen.findByText('You pay at pay.example');
  expect(bookCall).toHaveBeenLastCalledWith('buy', bookId(1));
});

it('offers a bought book for download and no longer for sale', async () => {
  await showAt(
    `/books/${bookId(1)}`,
    [makeBook(1, { price_cents: 450 })],
    [makeShelf(1, { bought_at: '2026-03-01T10:00:00.000Z' })],
  );
  await button('Download, 2 MB');
  expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull();
});

it('the reader of a new book turns pages, follows links, and adds and removes a bookmark', async () => {
  const firstBook = makeBook(1);
  const linked = chapters.map((part, at) =>
    at === 0 ? { ...part, html: `${part.html}<a href="#2/end">On</a>` } : part,
  );
  await showAt(`/books/${bookId(1)}`, [firstBook]);
  await storeFile(firstBook, packOf({ chapters: linked }));
  fireEvent.click(await screen.findByRole('link', { name: 'Read' }));
  await waitFor(() => expect(heading()).toBe('One'));
  expect((await button('Previous')).hasAttribute('disabled')).toBe(true);
  await press('Next');
  await waitFor(() => expect(heading()).toBe('Two'));
  await press('Contents');
  fireEvent.click(within(await screen.findByRole('dialog')).getByText('One'));
  await waitFor(() => expect(heading()).toBe('One'));
  fireEvent.click(chapter()!.querySelector('a')!);
  await waitFor(() => expect(heading()).toBe('Three'));
  await scrollEnd();
  await press('Add bookmark');
  await waitFor(async () => expect((await db.book_shelf.get(bookId(1)))?.marks).toHaveLength(1));
  await press('Remove bookmark');
  await waitFor(async () => expect((await db.book_shelf.get(bookId(1)))?.marks).toEqual([]));
  const kinds = (await db.outbox.toArray()).map(({ kind, background }) => [kind, background]);
  expect(kinds).toContainEqual(['book.mark', 0]);
});

it('saves the reading position when the reader of a book is left', async () => {
  const firstBook = makeBook(1);
  const { path } = await showAt(`/books/${bookId(1)}`, [firstBook]);
  await storeFile(firstBook);
  fireEvent.click(await screen.findByRole('link', { name: 'Read' }));
  await press('Next');
  await waitFor(() => expect(heading()).toBe('Two'));
  await scrollEnd();
  fireEvent.click(screen.getByRole('link', { name: 'Book' }));
  await waitFor(() => expect(path()).toBe(`/books/${bookId(1)}`));
  await waitFor(async () => {
    const [spot] = (await db.book_shelf.get(bookId(1)))?.places ?? [];
    expect([spot?.device_id, spot?.place.split('/')[0]]).toEqual([DEVICE, '1']);
  });
});

/** Waits for the saved position of the first book on this device. */
const expectPosition = (expected: string) =>
  waitFor(async () => {
    const [spot] = (await db.book_shelf.get(bookId(1)))?.places ?? [];
    expect([spot?.device_id, spot?.place]).toEqual([DEVICE, expected]);
  });

it('saves the reading position immediately when a page of a book is turned', async () => {
  const firstBook = makeBook(1);
  await showAt(`/books/${bookId(1)}`, [firstBook]);
  await storeFile(firstBook);
  fireEvent.click(await screen.findByRole('link', { name: 'Read' }));
  await waitFor(() => expect(heading()).toBe('One'));
  await press('Next');
  await waitFor(() => expect(heading()).toBe('Two'));
  await expectPosition('1/1');
});

it.each([
  ['closed', () => fireEvent(window, new Event('pagehide'))],
  ['hidden', () => fireEvent(document, new Event('visibilitychange', { bubbles: true }))],
])('saves the last scrolled reading position when the app is %s', async (_, leave) => {
  const firstBook = makeBook(1);
  await showAt(`/books/${bookId(1)}`, [firstBook], [makeShelf(1, { places: [makePlace(DEVICE, '1', '0/1', 30)] })]);
  await storeFile(firstBook);
  fireEvent.click(await screen.findByRole('link', { name: 'Continue reading' }));
  await waitFor(() => expect(heading()).toBe('One'));
  await scrollEnd();
  const rect = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ bottom: 500 } as DOMRect);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  fireEvent.scroll(window);
  leave();
  await expectPosition('0/0');
  rect.mockRestore();
  visibility.mockRestore();
});

it("opens a book at this device's position and offers a later position from another device", async () => {
  const firstBook = makeBook(1);
  await showAt(
    `/books/${bookId(1)}`,
    [firstBook],
    [makeShelf(1, { places: [makePlace(DEVICE, '1', '1/0', 40), makePlace(OTHER, '2', '2/0', 80)] })],
  );
  await storeFile(firstBook);
  fireEvent.click(await screen.findByRole('link', { name: 'Continue reading' }));
  await waitFor(() => expect(heading()).toBe('Two'));
  await screen.findByText('That was at 80% of the book.');
  await press('Go there');
  await waitFor(() => expect(heading()).toBe('Three'));
  expect(screen.queryByText('Continue where you left off on your other device?')).toBeNull();
});

it('reports a missing and a damaged book file, and offers to download a deleted one', async () => {
  const firstBook = makeBook(1);
  await showAt(`/books/${bookId(1)}/read`, [firstBook], [makeShelf(1, { marks: [] })]);
  await screen.findByText('This book is not downloaded to this device.');
  await storeFile(firstBook, new ArrayBuffer(9));
  await screen.findByText('The file of this book is damaged.');
  await press('Delete file');
  fireEvent.click(await screen.findByRole('link', { name: 'Back to book' }));
  await button('Download, 2 MB');
});

it('reports a book without a table of contents', async () => {
  const firstBook = makeBook(1);
  await showAt(`/books/${bookId(1)}`, [firstBook]);
  await storeFile(firstBook, packOf({ contents: [] }));
  fireEvent.click(await screen.findByRole('link', { name: 'Read' }));
  await press('Contents');
  await screen.findByText('This book has no table of contents.');
});
