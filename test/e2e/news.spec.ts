import { readFileSync } from 'node:fs';
import type { CalendarEvent } from '../../contract/entities/event.ts';
import type { NewsItem } from '../../contract/entities/news.ts';
import { Client } from './helpers/client.ts';
import { pill, tableRows } from './helpers/phone.ts';
import { expect, test } from './helpers/home.ts';

test('pins important news until it is read and syncs the read mark', async ({ page, server }) => {
  await page.goto('/news');
  const items = await tableRows<NewsItem>(page, 'news');
  const important = items
    .filter((item) => item.language === 'en' && item.is_important)
    .toSorted((a, b) => b.published_at.localeCompare(a.published_at));
  const pinned = page.getByRole('list', { name: 'Important' }).getByRole('listitem');
  await expect(pinned).toHaveCount(important.length);
  await pinned.first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: important[0]!.title })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'News' }).click();
  await expect(pinned).toHaveCount(important.length - 1);
  const client = await Client.logIn(server.url, 'learner');
  await expect
    .poll(async () => (await client.call('news.view', { params: { id: important[0]!.id } })).read, { timeout: 30_000 })
    .toBe(true);
  await expect(pill(page)).toContainText('Up to date');
});

test('counts an offline event reply once and exports the event to a calendar offline', async ({
  page,
  context,
  server,
  network,
}) => {
  await page.goto('/events');
  const events = await tableRows<CalendarEvent>(page, 'events');
  const event = events.find(({ title }) => title === 'First calls together: practice online')!;
  await context.setOffline(true);
  await page.close();
  const offline = await context.newPage();
  await offline.goto('/events');
  await offline.getByRole('link', { name: event.title }).click();
  await expect(offline.getByRole('heading', { level: 1, name: event.title })).toBeVisible();

  const download = offline.waitForEvent('download');
  await offline.getByRole('button', { name: 'Add to calendar' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('First calls together practice online.ics');
  const stamp = event.starts_at.replaceAll(/[-:]|\.\d+/g, '');
  expect(readFileSync(await file.path(), 'utf8')).toContain(`DTSTART:${stamp}`);

  const come = offline.getByRole('button', { name: 'Going', exact: true });
  await come.click();
  await expect(offline.getByText('Not sent yet')).toBeVisible();
  await offline.getByText('Undo').click();
  await expect(offline.getByText('Not sent yet')).toHaveCount(0);
  await come.click();
  await expect(pill(offline)).toContainText('Offline, 1 to send');

  const lost = network.hits('lose_reply');
  network.spoil('/api/sync/push', 'lose_reply', 1, event.id);
  await context.setOffline(false);
  await expect(pill(offline)).toContainText('Up to date', { timeout: 30_000 });
  expect(network.hits('lose_reply')).toBe(lost + 1);
  const client = await Client.logIn(server.url, 'learner');
  const stored = await client.call('events.view', { params: { id: event.id } });
  expect([stored.answer, stored.going_count]).toEqual(['going', 1]);
  await expect.poll(() => tableRows(offline, 'outbox')).toEqual([]);
});
