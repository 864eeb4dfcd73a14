import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../contract/entities/subscription.ts';
import { dismissReminder, savedReminder } from '../../src/db/queries/reminder.ts';
import { saveStatus } from '../../src/db/schema/sync-meta.ts';
import { formatLongDate } from '../../src/lib/dates.ts';
import { ANNA, freshPorts, makeMe, openPhone, showApp } from './fake-app.tsx';

const DAY_MS = 86_400_000;
const UNTIL = '2037-05-03T10:00:00.000Z';
const end = Date.parse(UNTIL);
const title = { en: 'Learn', ru: 'Учёба', de: 'Lernen' };
const plan = { package_id: '0198c000-0000-7000-8000-000000000009', title, period: 'month' as const, price_cents: 600 };

const row = (change: Partial<Subscription> = {}): Subscription => ({
  ...{ id: ANNA, rev: 5, state: 'active', plan, next: null, next_try_at: null, promo_code: null, method: null },
  ...{ started_at: '2037-04-03T10:00:00.000Z', until: UNTIL, history: [], ...change },
});

async function phoneWithSubscription(change: Partial<Subscription> = {}) {
  const db = await openPhone(freshPorts());
  await db.subscriptions.put(row(change));
  return db;
}

describe('the renewal reminder', () => {
  it.each([
    [7 * DAY_MS + 1, undefined],
    [7 * DAY_MS, 7],
    [DAY_MS + 1, 7],
    [DAY_MS, 1],
    [1, 1],
    [0, undefined],
  ])(
    '%i ms before the end of the paid time, the reminder of the last %s days is shown (undefined: no reminder)',
    async (left, days) => {
      expect((await savedReminder(await phoneWithSubscription(), ANNA, end - left))?.days).toBe(days);
    },
  );

  it('a clock that was set back does not hide the reminder', async () => {
    const db = await phoneWithSubscription();
    await saveStatus(db, { server_time: new Date(end - DAY_MS).toISOString() });
    expect((await savedReminder(db, ANNA, end - 30 * DAY_MS))?.days).toBe(1);
  });

  it('a dismissed reminder is shown again one day before the end, and for a later period', async () => {
    const db = await phoneWithSubscription();
    const week = await savedReminder(db, ANNA, end - 7 * DAY_MS);
    await dismissReminder(db, week!);
    expect(await savedReminder(db, ANNA, end - 6 * DAY_MS)).toBeNull();
    const day = await savedReminder(db, ANNA, end - DAY_MS);
    expect(day?.days).toBe(1);
    await dismissReminder(db, day!);
    expect(await savedReminder(db, ANNA, end - 7 * DAY_MS)).toBeNull();
    await db.subscriptions.put(row({ until: new Date(end + 31 * DAY_MS).toISOString() }));
    expect((await savedReminder(db, ANNA, end + 25 * DAY_MS))?.days).toBe(7);
  });

  it.each(['none', 'pending_payment', 'past_due', 'expired'] as const)(
    'a subscription in the state %s has no reminder of its end',
    async (state) => {
      expect(await savedReminder(await phoneWithSubscription({ state }), ANNA, end - DAY_MS)).toBeNull();
    },
  );

  it('employees get no reminder of the end of a subscription, since they always have access', async () => {
    const db = await phoneWithSubscription();
    await db.me.put(makeMe({ is_staff: true }));
    expect(await savedReminder(db, ANNA, end - DAY_MS)).toBeNull();
  });

  it('members without a subscription get no reminder of its end', async () => {
    expect(await savedReminder(await openPhone(freshPorts()), ANNA, end)).toBeNull();
  });
});

async function show(path: string, change: Partial<Subscription> = {}) {
  const ports = freshPorts();
  const until = new Date(Date.now() + 5 * DAY_MS).toISOString();
  const db = await openPhone(ports, {}, { connection: 'offline' });
  await db.subscriptions.put(row({ until, ...change }));
  await showApp(path, ports);
  return formatLongDate(until);
}
const showHome = (change: Partial<Subscription> = {}) => show('/dashboard', change);

describe('the home screen', () => {
  it('the home screen says when the subscription renews and for how much, until dismissed', async () => {
    const date = await showHome();
    await screen.findByText(`Your subscription renews on ${date} for $6.00.`);
    expect(screen.getByRole('link', { name: 'Subscription' }).getAttribute('href')).toBe('/subscription');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText(/Your subscription renews/)).toBeNull());
  });

  it('the renewal reminder names the price of the planned package', async () => {
    const date = await showHome({ next: { ...plan, price_cents: 900, starts_at: UNTIL } });
    await screen.findByText(`Your subscription renews on ${date} for $9.00.`);
  });

  it('the reminder says that a cancelled subscription ends', async () => {
    const date = await showHome({ state: 'cancelling' });
    await screen.findByText(`Your subscription ends on ${date} and does not renew.`);
  });

  it('the reminder says that a trial ends', async () => {
    const date = await showHome({ state: 'cancelling', plan: null });
    await screen.findByText(`Your free trial ends on ${date}.`);
  });

  it('the reminder does not announce the end of a subscription whose cancellation is not sent yet', async () => {
    const date = await show('/subscription');
    fireEvent.click(await screen.findByRole('switch', { name: 'Renew automatically' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
    await screen.findByText(/Not sent yet. Until then it renews/);
    fireEvent.click(screen.getAllByRole('link', { name: 'Home' })[0]!);
    await screen.findByText(`Not sent yet: your subscription renews on ${date} until then.`);
  });
});
