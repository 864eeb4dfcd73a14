import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { NewsItem } from '../../contract/entities/news.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { savedNews } from '../../src/db/queries/news.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { hoursFromNow, makeNews } from './news-maker.ts';
import { stubClipboard, stubNavigator } from './stub-browser.ts';

let db: PhoneDb;

async function showAt(path: string, rows: readonly NewsItem[], last_fetched_at: string | null = hoursFromNow(-1)) {
  const ports = freshPorts();
  db = await openPhone(ports, {}, { last_fetched_at });
  await db.news.bulkPut(rows);
  return showApp(path, ports);
}

const rowsOf = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map((row) => row.textContent ?? '');

it('pins important news until it is read, counts unread items and lists other languages separately', async () => {
  const important = makeNews({ title: 'We move', is_important: true, published_at: hoursFromNow(-72) });
  await showAt('/news', [
    makeNews({ title: 'Fresh' }),
    important,
    makeNews({ title: 'Older', published_at: hoursFromNow(-9) }),
    makeNews({ title: 'Переезд', language: 'ru' }),
    makeNews({ title: 'Tomorrow', published_at: hoursFromNow(24) }),
  ]);
  expect(await rowsOf('Important')).toEqual([expect.stringContaining('We move')]);
  expect(await rowsOf('News')).toEqual([expect.stringContaining('Fresh'), expect.stringContaining('Older')]);
  expect(await rowsOf('In other languages')).toEqual([expect.stringContaining('Переезд')]);
  expect(screen.getByText('3 unread')).toBeTruthy();
  expect(screen.queryByText('Tomorrow')).toBeNull();
  await db.news_reads.put({ id: important.id, rev: 1, read_at: hoursFromNow(0) });
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Important' })).toBeNull());
  expect((await rowsOf('News')).at(-1)).toContain('We move');
  expect(screen.getByText('2 unread')).toBeTruthy();
});

it("lists news in other languages when there is none in the person's language", async () => {
  db = await openPhone(freshPorts());
  await db.news.bulkPut([makeNews({ language: 'ru' }), makeNews({ language: 'de' })]);
  const list = await savedNews(db, 'en', hoursFromNow(0));
  expect([list.items.length, list.others.length, list.unread]).toEqual([2, 0, 2]);
});

it('distinguishes an empty news list from news that is not synced yet', async () => {
  await showAt('/news', []);
  expect(await screen.findByText('No news yet.')).toBeTruthy();
  cleanup();
  await showAt('/news', [], null);
  expect(await screen.findByText("News hasn't synced to this device yet.")).toBeTruthy();
});

it('marks an opened news item as read only once, in the background, and renders no script', async () => {
  const item = makeNews({ body: '<p>From Monday.</p><img src="x" onerror="alert(1)"><script>alert(1)</script>' });
  await showAt(`/news/view/${item.id}`, [item]);
  expect(await screen.findByText('From Monday.')).toBeTruthy();
  expect(document.querySelector('main script, main [onerror]')).toBeNull();
  await waitFor(async () => expect(await db.news_reads.get(item.id)).toBeTruthy());
  const sent = await db.outbox.toArray();
  expect(sent.map(({ kind, entity_id, background }) => [kind, entity_id, background])).toEqual([
    ['news.read', item.id, 1],
  ]);
});

it('reports a removed news item', async () => {
  await showAt('/news/view/0198c000-0000-7000-8000-00000000ffff', []);
  expect(await screen.findByText(/This news item is not on this device/)).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'All news' })).not.toEqual([]);
});

it('shares a news item through the device, or copies its link, and reports a failed copy', async () => {
  const item = makeNews();
  const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue();
  const writeText = stubClipboard();
  stubNavigator('share', share);
  await showAt(`/news/view/${item.id}`, [item]);
  fireEvent.click(await screen.findByRole('button', { name: 'Share' }));
  const url = `${location.origin}/news/view/${item.id}`;
  await waitFor(() => expect(share).toHaveBeenCalledWith({ title: item.title, text: item.lead, url }));
  stubNavigator('share', undefined);
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(url));
  expect(await screen.findByText('Link copied')).toBeTruthy();
  writeText.mockRejectedValueOnce(new Error('no'));
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  expect(await screen.findByText('Copy error')).toBeTruthy();
});

it('copies the link of a news item if sharing fails, but not if the user cancels it', async () => {
  const item = makeNews();
  const share = vi.fn<(data: ShareData) => Promise<void>>();
  const writeText = stubClipboard();
  let canShare = true;
  stubNavigator('share', share);
  stubNavigator('canShare', () => canShare);
  await showAt(`/news/view/${item.id}`, [item]);
  const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Share' }));
  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
  await press();
  await waitFor(() => expect(share).toHaveBeenCalledTimes(1));
  expect(writeText).not.toHaveBeenCalled();
  share.mockRejectedValueOnce(new DOMException('refused', 'NotAllowedError'));
  await press();
  await waitFor(() => expect(writeText).toHaveBeenCalledTimes(1));
  canShare = false;
  await press();
  await waitFor(() => expect(writeText).toHaveBeenCalledTimes(2));
  expect(share).toHaveBeenCalledTimes(2);
});

it('shows the number of unread news items under More', async () => {
  await showAt('/more', [makeNews(), makeNews()]);
  expect(await screen.findByText('2 unread')).toBeTruthy();
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Events' })).toBeTruthy();
});
