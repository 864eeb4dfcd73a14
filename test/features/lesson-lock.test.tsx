import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Me } from '../../contract/entities/me.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';

const DAY = 86_400_000;
const id = '0198c000-0000-7000-8000-0000000000a1';
const LOCKED = 'Your subscription has ended. Free lessons stay on this device.';
const iso = (offset_ms: number) => new Date(Date.now() + offset_ms).toISOString();

async function show(free: boolean, me: Partial<Me>, status: Partial<SyncStatus> = {}) {
  const ports = freshPorts();
  const db = await openPhone(ports, me, { connection: 'offline', ...status });
  await db.lessons.put({
    ...{ id, rev: 1, category_id: id, title: 'Listening', language: 'en', position: 1, duration_min: 5, free },
    ...{ body: '<p>Listen first.</p>', transcript: '', media: [] },
  });
  await showApp(`/lesson/view/${id}`, ports);
  return db;
}

const paid = (until_ms: number): Partial<Me> => ({ is_subscribed: true, subscribed_until: iso(until_ms) });

it('shows a paid lesson offline during the grace period after the paid time', async () => {
  await show(false, paid(-6 * DAY));
  expect(await screen.findByText('Listen first.')).toBeTruthy();
});

it('locks a paid lesson offline after the grace period, until a sync delivers the payment', async () => {
  const db = await show(false, paid(-8 * DAY));
  expect(await screen.findByText(LOCKED)).toBeTruthy();
  expect(screen.queryByText('Listen first.')).toBeNull();
  await db.me.toCollection().modify({ subscribed_until: iso(30 * DAY) });
  expect(await screen.findByText('Listen first.')).toBeTruthy();
});

it('locks a lesson by the last server time if the clock of the device was set back', async () => {
  await show(false, paid(DAY), { server_time: iso(9 * DAY) });
  expect(await screen.findByText(LOCKED)).toBeTruthy();
});

it('never locks a free lesson', async () => {
  await show(true, { is_subscribed: false, subscribed_until: iso(-30 * DAY) });
  await waitFor(() => expect(screen.getByText('Listen first.')).toBeTruthy());
});
