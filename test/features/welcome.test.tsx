import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../contract/entities/subscription.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { makeBook } from './book-app.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { makeCategory, makeLesson } from './lesson-app.ts';
import { makeNews } from './news-maker.ts';

const synced = { last_fetched_at: '2026-05-02T09:00:00.000Z' };

/** Shows /subscription to a member who never had a subscription. */
async function show(
  fill: (db: PhoneDb) => Promise<unknown> = async () => {},
  status: Partial<SyncStatus> = synced,
  first_name = 'Nina',
): Promise<void> {
  const ports = freshPorts();
  const db = await openPhone(ports, { first_name, is_subscribed: false, subscribed_until: null }, status);
  await fill(db);
  await showApp('/subscription', ports);
}

const sectionOf = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest('section') as HTMLElement);

describe('the welcome of a new member', () => {
  it('greets a new member by name and says that the account is ready', async () => {
    await show();
    expect(await screen.findByRole('heading', { name: 'Welcome, Nina', level: 1 })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Your account is ready' })).toBeTruthy();
    expect(document.title).toBe('Subscription · Haversack');
    expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull();
  });

  it('greets a new member who has no name on this device', async () => {
    await show(undefined, synced, '');
    expect(await screen.findByRole('heading', { name: 'Welcome', level: 1 })).toBeTruthy();
  });

  it('lists the first three free lessons and no paid one', async () => {
    await show(async (db) => {
      await db.categories.put(makeCategory());
      await db.lessons.bulkPut([1, 2, 3, 4].map((number) => makeLesson(number, { free: number !== 2 })));
    });
    const section = await sectionOf('Free lessons');
    const links = (await section.findAllByRole('listitem')).map((row) => within(row).getByRole('link').textContent);
    expect(links).toEqual([1, 3, 4].map((number) => makeLesson(number).title));
    expect(section.getByRole('link', { name: 'All lessons' }).getAttribute('href')).toBe('/lessons');
  });

  it.each<[Partial<SyncStatus>, string]>([
    [synced, 'There are no free lessons at the moment.'],
    [
      { last_fetched_at: null, connection: 'offline' },
      'You are offline. The free lessons appear here once you are online.',
    ],
    [
      { last_fetched_at: null, connection: 'no_answer' },
      'The server is not responding. The free lessons appear here once it does.',
    ],
  ])('says why a new member sees no free lessons with the sync status %o', async (status, text) => {
    await show(undefined, status);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('shows placeholders while the first sync of a new member is under way', async () => {
    await show(undefined, { last_fetched_at: null, connection: 'online' });
    const section = await sectionOf('Free lessons');
    expect(section.queryByText(/free lessons/)).toBeNull();
    expect(section.getByRole('status')).toBeTruthy();
  });

  it('always offers help, and offers news and free books if there are any', async () => {
    await show(async (db) => {
      await db.books.bulkPut([makeBook(1, { price_cents: 0 }), makeBook(2, { price_cents: 900 })]);
      await db.news.put(makeNews({ title: 'The new season' }));
    });
    const section = await sectionOf('Also free');
    const targets = () => section.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(await section.findByText('1 free book')).toBeTruthy();
    expect(section.getByText('The new season')).toBeTruthy();
    expect(targets()).toEqual(['/help', '/news', '/books']);
  });

  it('leaves out links to screens that are empty for a new member', async () => {
    await show(async (db) => db.books.put(makeBook(1, { price_cents: 900 })));
    await screen.findByText('There are no free lessons at the moment.');
    const section = await sectionOf('Also free');
    expect(section.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/help']);
  });

  it('reminds a new member of the promo code that reduces the first payment', async () => {
    const none: Subscription = {
      ...{ id: ANNA, rev: 5, state: 'none', plan: null, next: null, next_try_at: null, method: null },
      ...{ started_at: null, until: null, history: [], promo_code: 'SAVE20' },
    };
    await show(async (db) => db.subscriptions.put(none));
    expect(await screen.findByText('Your promo code SAVE20 applies to the first payment.')).toBeTruthy();
  });
});
