import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Device } from '../../contract/sync.ts';
import type { ActionResult } from '../../src/bridge/results.ts';
import { openDeviceDb } from '../../src/db/schema/db.ts';
import { saveDeviceValue } from '../../src/db/schema/device.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';

const { fetchPage, revokeDevice } = vi.hoisted(() => ({
  fetchPage: vi.fn<(key: string) => Promise<ActionResult>>(),
  revokeDevice: vi.fn<(id: string) => Promise<ActionResult>>(),
}));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { fetchPage, revokeDevice } }));

beforeEach(() => {
  fetchPage.mockResolvedValue({ ok: true });
  revokeDevice.mockResolvedValue({ ok: true });
});

const THIS_DEVICE = '0198c000-0000-7000-8000-0000000000d1';
const OTHER = '0198c000-0000-7000-8000-0000000000d2';

const makeDevice = (change: Partial<Device>): Device => ({
  device_id: OTHER,
  name: 'Chrome on Windows',
  app_version: '0.1.0',
  last_push_at: '2026-05-01T08:00:00.000Z',
  last_pull_at: '2026-05-02T08:00:00.000Z',
  pending: 0,
  oldest_pending_at: null,
  revoked_at: null,
  ...change,
});

async function showDevices(rows: Device[] | null): Promise<void> {
  const ports = freshPorts();
  const db = await openPhone(ports);
  const device = openDeviceDb(ports);
  await saveDeviceValue(device, 'device_id', THIS_DEVICE);
  device.close();
  if (rows) await db.pages.put({ key: 'devices', rows, fetched_at: '2026-05-02T09:00:00.000Z' });
  await showApp('/profile/devices', ports);
  await screen.findByRole('heading', { name: 'Devices' });
}

it('lists the devices on which the user is logged in, with the unsent changes of other devices', async () => {
  await showDevices([
    makeDevice({ pending: 3 }),
    makeDevice({ device_id: THIS_DEVICE, name: 'Chrome on Android', last_pull_at: '2026-04-01T08:00:00.000Z' }),
  ]);
  const rows = within(await screen.findByRole('list', { name: 'Devices' })).getAllByRole('listitem');
  expect(rows[0]?.textContent).toContain('This device');
  expect(within(rows[0]!).queryByRole('button')).toBeNull();
  expect(rows[1]?.textContent).toContain('3 not sent yet');
  expect(rows[1]?.textContent).toContain('Last seen 02 May');
  expect(fetchPage).toHaveBeenCalledWith('devices');
});

it('logs out another device after confirmation', async () => {
  await showDevices([makeDevice({ pending: 3 })]);
  fireEvent.click(await screen.findByRole('button', { name: 'Log out device: Chrome on Windows' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('3 unsent changes stay on it');
  expect(revokeDevice).not.toHaveBeenCalled();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Log out device' }));
  await waitFor(() => expect(revokeDevice).toHaveBeenCalledWith(OTHER));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

it('shows the cached list of devices while offline, without the option to log out', async () => {
  fetchPage.mockResolvedValue({ ok: false, why: 'offline' });
  await showDevices([makeDevice({})]);
  expect(await screen.findByText(/You are offline. The list may be out of date/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Log out device/ }).disabled).toBe(true);
});

it('reports that the device list was never fetched, and retries', async () => {
  fetchPage.mockResolvedValue({ ok: false, why: 'no_answer' });
  await showDevices(null);
  expect(await screen.findByText(/hasn't synced to this device yet/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(fetchPage).toHaveBeenCalledTimes(2));
});
