import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Lesson } from '../../contract/entities/lesson.ts';
import { sync } from '../../src/bridge/sync.ts';
import type { Download } from '../../src/db/storage/download-row.ts';
import { addUsage } from '../../src/db/storage/data-usage.ts';
import { saveDeviceValue } from '../../src/db/schema/device.ts';
import { openDeviceDb, type PhoneDb } from '../../src/db/schema/db.ts';
import { withDevice } from '../../src/db/schema/with-device.ts';
import { savedStorageParts } from '../../src/features/downloads/queries.ts';
import { MemoryCaches } from '../helpers/memory-caches.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';

const CATEGORY = '0198c000-0000-7000-8000-0000000000c0';
const id = (number: number) => `0198c000-0000-7000-8000-00000000010${number}`;
const sha = (letter: string) => letter.repeat(64);

function lessonWith(number: number, files: Lesson['media'], body = '<p>Plain words.</p>'): Lesson {
  const place = { category_id: CATEGORY, position: number, language: 'en' as const, duration_min: 5, free: true };
  return { id: id(number), rev: 1, title: `Lesson ${number}`, body, media: files, ...place };
}

const film = (letter: string, bytes: number, height: number | null = null): Lesson['media'][number] => ({
  kind: 'video',
  sha256: sha(letter),
  bytes,
  mime: 'video/mp4',
  width: null,
  height,
  alt: '',
});

const fileOf = (letter: string, bytes: number, lesson: number, change: Partial<Download> = {}): Download => ({
  sha256: sha(letter),
  lesson_id: id(lesson),
  title: `Lesson ${lesson}`,
  kind: 'video',
  mime: 'video/mp4',
  bytes,
  got: bytes,
  state: 'downloaded',
  fault: null,
  is_asked: true,
  at: 1,
  ...change,
});

let db: PhoneDb;
let download: ReturnType<typeof vi.spyOn>;
const availableSpace = vi.fn<(bytes: number) => Promise<number>>();

beforeEach(() => {
  download = vi.spyOn(sync, 'download').mockResolvedValue();
  availableSpace.mockImplementation(async (bytes) => bytes);
  vi.spyOn(sync, 'availableSpace').mockImplementation(availableSpace);
});

async function showAt(path: string, lessons: readonly Lesson[], files: readonly Download[] = []) {
  const ports = freshPorts();
  db = await openPhone(ports, {}, { last_fetched_at: new Date().toISOString() });
  const textFields = { slug: 'talk', title: 'Talking', description: '', language: 'en', color: 'teal' } as const;
  await db.categories.put({ id: CATEGORY, rev: 1, position: 1, ...textFields });
  await db.lessons.bulkPut([...lessons]);
  await db.downloads.bulkPut([...files]);
  return showApp(path, ports);
}

const category = `/lessons/category/${CATEGORY}`;
const button = (name: RegExp | string) => screen.findByRole('button', { name });

it('shows download sizes, filters by downloaded lessons, and downloads missing files on tap', async () => {
  const lessons = [lessonWith(1, [film('a', 3e6)]), lessonWith(2, []), lessonWith(3, [film('b', 4e6)])];
  await showAt(category, lessons, [fileOf('b', 4e6, 3)]);
  const rows = async () => (await screen.findAllByRole('listitem')).map((row) => row.textContent ?? '');
  const all = () => rows().then((texts) => texts.filter((text) => text.startsWith('Lesson')));
  await button('Download all, 3 MB');
  expect(await all()).toEqual([
    expect.stringContaining('online only, 3 MB'),
    expect.stringContaining('on this device'),
    expect.stringContaining('on this device, 4 MB'),
  ]);
  fireEvent.click(screen.getByRole('link', { name: /On this device/ }));
  await waitFor(async () => expect(await all()).toHaveLength(2));
  fireEvent.click(await button('Download all, 3 MB'));
  await screen.findByText('Pause');
  expect(download).toHaveBeenCalled();
  expect(await db.downloads.get(sha('a'))).toMatchObject({ state: 'queued', is_asked: true, title: 'Lesson 1' });
  await db.downloads.update(sha('a'), { state: 'downloaded', got: 3e6 });
  expect(await screen.findByText(/^Everything is on this device/)).toBeTruthy();
});

it('shows and downloads one of several video qualities, and keeps one that is already downloaded', async () => {
  // The settings of the device are kept between tests, so reset them.
  await withDevice((device) => saveDeviceValue(device, 'data_saver', false));
  await withDevice((device) => saveDeviceValue(device, 'film_quality', 720));
  onTestFinished(() => withDevice((device) => saveDeviceValue(device, 'film_quality', 540)));
  const films = (letters: string) => [360, 540, 720].map((lines, at) => film(letters[at]!, lines * 1e4, lines));
  await showAt(category, [lessonWith(1, films('abc')), lessonWith(2, films('def'))], [fileOf('d', 3.6e6, 2)]);
  await screen.findByText(/online only, 7.2 MB/);
  await screen.findByText(/on this device, 3.6 MB/);
  fireEvent.click(await button('Download all, 7.2 MB'));
  await waitFor(async () => expect((await db.downloads.toArray()).map(({ sha256 }) => sha256)).toHaveLength(2));
  expect(await db.downloads.get(sha('c'))).toMatchObject({ state: 'queued' });
  expect(await db.downloads.get(sha('d'))).toMatchObject({ state: 'downloaded' });
  fireEvent.click(screen.getByRole('link', { name: /Lesson 2/ }));
  expect(await screen.findByText('360p, on this device, 3.6 MB')).toBeTruthy();
  fireEvent.click(await button('Play video'));
  const players = document.querySelectorAll('video');
  expect([...players].map((player) => player.getAttribute('src'))).toEqual([`/media/${sha('d')}`]);
  await db.downloads.delete(sha('d'));
  expect(await screen.findByText('720p, online only, 7.2 MB')).toBeTruthy();
});

it("shows a lesson's own picture among the search results", async () => {
  const cover = { ...film('c', 9e3), kind: 'cover', mime: 'image/webp' } as const;
  await showAt('/lessons', [lessonWith(1, [cover])]);
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'plain' } });
  const results = await screen.findByRole('list', { name: 'Search results' });
  expect(results.querySelector('img')?.getAttribute('src')).toBe(`/media/${sha('c')}`);
});

it('offers to download a video while it plays, and hides the label "online only"', async () => {
  await showAt(`/lesson/view/${id(1)}`, [lessonWith(1, [film('a', 3e6)])]);
  expect(await screen.findByText('online only, 3 MB')).toBeTruthy();
  fireEvent.click(await button('Play video'));
  expect(document.querySelector('video')).toBeTruthy();
  expect(screen.queryByText(/online only/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Play video' })).toBeNull();
  fireEvent.click(await button('Keep on this device'));
  expect(await screen.findByText('waiting to download, 3 MB')).toBeTruthy();
  expect(await db.downloads.get(sha('a'))).toMatchObject({ state: 'queued', is_asked: true });
});

it('marking a lesson as done can be undone before it is sent', async () => {
  await showAt(`/lesson/view/${id(1)}`, [lessonWith(1, [])]);
  await db.meta.put({ key: 'status', value: { connection: 'offline' } });
  fireEvent.click(await button('Mark as done'));
  expect(await screen.findByText('Lesson done')).toBeTruthy();
  fireEvent.click(await button('Undo'));
  expect(await button('Mark as done')).toBeTruthy();
  expect((await db.outbox.toArray()).filter(({ kind }) => kind === 'lesson.done')).toEqual([]);
});

it('asks before large downloads and never starts one that does not fit on the disk', async () => {
  await showAt(category, [lessonWith(1, [film('a', 12e6)])]);
  fireEvent.click(await button('Download all, 12 MB'));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  expect(await db.downloads.count()).toBe(0);
  availableSpace.mockResolvedValue(5e6);
  fireEvent.click(await button('Download all, 12 MB'));
  await screen.findByText('This needs 12 MB, but only 5 MB is free. Nothing was started.');
  expect(await db.downloads.count()).toBe(0);
  expect(download).not.toHaveBeenCalled();
});

it('lists the largest downloads first and captions with their video, and pauses and removes downloads', async () => {
  const caches = new MemoryCaches();
  vi.stubGlobal('caches', caches.storage);
  const lessons = [lessonWith(1, [film('a', 3e6)]), lessonWith(2, [film('b', 9e6)])];
  await showAt('/downloads', lessons, [
    fileOf('a', 3e6, 1, { state: 'queued', got: 0 }),
    fileOf('b', 9e6, 2, { state: 'failed', fault: 'no_room', got: 2e6 }),
    fileOf('c', 500, 2, { kind: 'captions', state: 'paused', got: 0 }),
  ]);
  const list = await screen.findByRole('list', { name: 'Files' });
  const texts = () =>
    within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent);
  expect(texts()).toEqual([
    expect.stringContaining('Lesson 2Not enough storage on this device, 9 MB'),
    expect.stringContaining('Lesson 1waiting to download, 3 MB'),
  ]);
  fireEvent.click(within(list).getByRole('button', { name: 'Pause: Lesson 1' }));
  await waitFor(async () => expect((await db.downloads.get(sha('a')))?.state).toBe('paused'));
  fireEvent.click(within(list).getByRole('button', { name: 'Resume: Lesson 2' }));
  await waitFor(async () => expect((await db.downloads.get(sha('b')))?.state).toBe('queued'));
  expect((await db.downloads.get(sha('c')))?.state).toBe('queued');
  expect(download).toHaveBeenCalled();
  fireEvent.click(within(list).getByRole('button', { name: 'Remove: Lesson 2' }));
  await waitFor(async () => expect(await db.downloads.count()).toBe(1));
});

it('reports evicted files until the notice is dismissed', async () => {
  await showAt('/downloads', []);
  await screen.findByText('No videos or audio downloaded yet. Texts are always here.');
  await db.meta.put({ key: 'room_made', value: { files: 2, bytes: 12e6, at: 1 } });
  const banner = await screen.findByText(/^12 MB freed/);
  expect(banner.textContent).toContain('Your work and texts are safe.');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText(/MB freed/)).toBeNull());
});

it('lists books on this device and recent data usage', async () => {
  const device = openDeviceDb(globalThis);
  await addUsage(device, { films: 12e6, data: 3e5 }, Date.now());
  device.close();
  await showAt('/downloads', []);
  const textFields = { title: 'The Kettle', author: '', description: '', language: 'en', format: 'epub' } as const;
  const file = { sha256: sha('d'), bytes: 2e6 };
  await db.books.put({ id: id(7), rev: 1, ...textFields, file, pages: null, price_cents: 0, is_new: false, media: [] });
  await db.blobs.put({ ...file, mime: 'epub', data: new ArrayBuffer(1), saved_at: 1, sent_at: 1 });
  const half = { id: id(8), rev: 1, ...textFields, pages: null, price_cents: 0, is_new: false, media: [] };
  await db.books.put({ ...half, file: { sha256: sha('e'), bytes: 1_500_000 } });
  const rest = { mime: '', data: new ArrayBuffer(1), bytes: 9, saved_at: 1, sent_at: null };
  await db.blobs.bulkPut([`${sha('e')}:1`, sha('f')].map((sha256) => ({ ...rest, sha256 })));
  // Of the unfinished book, only the second chunk is stored, with the bytes after the first megabyte. The size of a
  // photo comes from its row.
  const parts = { lessons: 5, pictures: 0, books: 2e6 + 1_500_000 - 1_048_576, waiting: 9 };
  expect(await savedStorageParts(db, 5)).toEqual(parts);
  const books = await screen.findByRole('list', { name: 'Books' });
  expect(books.textContent).toContain('The Kettle2 MB');
  expect(within(books).getByRole('link').getAttribute('href')).toBe(`/books/${id(7)}`);
  const usage = (await screen.findByText('Data used in the last 30 days')).closest('section');
  expect(usage?.textContent).toMatch(/12 MB.*12 MB received today.*Lesson videos and audio12 MB.*Texts.*300 kB/);
});

it('the search for lessons finds text in titles, bodies and transcripts offline', async () => {
  const spoken = { ...lessonWith(2, []), transcript: '<p>Breathe &amp; wait a moment.</p>' };
  await showAt('/lessons', [lessonWith(1, [], '<p>Nothing of that.</p>'), spoken]);
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'MOMENT breathe' } });
  const found = await screen.findByRole('list', { name: 'Search results' });
  expect(within(found).getAllByRole('listitem')).toHaveLength(1);
  expect(found.textContent).toContain('Breathe & wait a moment.');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zebra' } });
  await screen.findByText('No results on this device.');
});
