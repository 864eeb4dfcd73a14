import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Employee } from '../../contract/entities/employee.ts';
import type { Me } from '../../contract/entities/me.ts';
import type { Done } from '../../src/bridge/results.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<Done>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account }, replaceSync: async () => () => {} }));

beforeEach(() => {
  account.mockReset();
  account.mockResolvedValue({ ok: false, why: 'refused', code: 'not_found' });
});

const OLGA = '0198c000-0000-7000-8000-0000000000e1';
const olga: Employee = {
  id: OLGA,
  rev: 1,
  name: 'Olga Sommer',
  language: 'en',
  is_manager: false,
  is_blocked: false,
  in_team: true,
  manager_id: null,
  country: null,
  city: null,
  time_zone: null,
  daily_limit: null,
  rating: null,
  work_times: null,
};

async function show(me: Partial<Me> = { is_staff: true, is_manager: true }, status: Partial<SyncStatus> = {}) {
  const ports = freshPorts();
  const db = await openPhone(ports, me, status);
  await db.employees.put(olga);
  return showApp(`/staff-dashboard/view-as/${OLGA}`, ports);
}

const start = (): Promise<HTMLElement> => screen.findByRole('button', { name: 'Start viewing' });
const typeReason = (text: string): void =>
  void fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: text } });

describe('the start of a view', () => {
  it('asks for a reason of at least five characters before anything is sent', async () => {
    await show();
    expect(await screen.findByRole('heading', { name: 'View as Olga Sommer' })).toBeTruthy();
    await start();
    typeReason('help');
    fireEvent.click(await start());
    expect(await screen.findByText('Write a little more')).toBeTruthy();
    expect(account).not.toHaveBeenCalled();
  });
});
