import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultWorkTimes } from '../../contract/work-times.ts';
import type { ActionResult } from '../../src/bridge/results.ts';
import { openPhoneDb } from '../../src/db/schema/db.ts';
import { clearSegment, dateField, fieldText, typeDate, typeTime } from './controls.ts';
import { makeEmployee, OLGA, showEmployees } from './employee-maker.ts';
import { ANNA } from './fake-app.tsx';

const { account } = vi.hoisted(() => ({
  account: vi.fn<(verb: string, ...args: unknown[]) => Promise<ActionResult>>(),
}));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

beforeEach(() => {
  account.mockReset();
  account.mockResolvedValue({ ok: true });
});

describe('working hours', () => {
  const day = async (name: string) => within(await screen.findByRole('group', { name }));

  it("saves an employee's complete working hours, with Monday copied to all days", async () => {
    await showEmployees(`/employees/${OLGA}`, {
      employees: [makeEmployee({ work_times: defaultWorkTimes('Europe/Berlin') })],
    });
    const monday = await day('Monday');
    await typeTime(monday.getByRole('group', { name: 'To' }), '12:00');
    fireEvent.click(monday.getByRole('button', { name: 'Add hours: Monday' }));
    await typeTime(monday.getAllByRole('group', { name: 'From' })[1]!, '20:00');
    await typeTime(monday.getAllByRole('group', { name: 'To' })[1]!, '00:00');
    fireEvent.click(monday.getByRole('button', { name: 'Copy to all days: Monday' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save settings' }));
    expect(await screen.findByText('Consultant settings updated successfully')).toBeDefined();
    const hours = [
      { from: '09:00', to: '12:00' },
      { from: '20:00', to: '24:00' },
    ];
    const [, id, times] = account.mock.calls.find(([verb]) => verb === 'setEmployeeTimes')!;
    expect(id).toBe(OLGA);
    expect(times).toMatchObject({ zone: 'Europe/Berlin', days: { MON: hours, WED: hours, SUN: hours } });
  });

  it('updates the total hours of a week when an interval is removed', async () => {
    await showEmployees(`/employees/${OLGA}`);
    expect(await screen.findByText('45 hours a week')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Remove these hours: Monday' }));
    expect(await screen.findByText('36 hours a week')).toBeDefined();
    expect((await day('Monday')).getByText('Day off')).toBeDefined();
    expect((await day('Monday')).queryByRole('button', { name: 'Copy to all days: Monday' })).toBeNull();
  });

  it('shows the error message of invalid working hours', async () => {
    await showEmployees(`/employees/${OLGA}`);
    const [monday, tuesday] = [await day('Monday'), await day('Tuesday')];
    clearSegment(monday.getByRole('group', { name: 'To' }), 'hour');
    await typeTime(tuesday.getByRole('group', { name: 'From' }), '20:00');
    fireEvent.click(screen.getByRole('button', { name: 'Save settings' }));
    expect(await monday.findByText('Please, fill both fields')).toBeDefined();
    expect(tuesday.getByText('Incorrect time from and time to')).toBeDefined();
    expect(account).not.toHaveBeenCalledWith('setEmployeeTimes', expect.anything(), expect.anything());
  });

  it('splits working hours that cross midnight into two days with one press', async () => {
    await showEmployees(`/employees/${OLGA}`);
    const tuesday = await day('Tuesday');
    await typeTime(tuesday.getByRole('group', { name: 'From' }), '20:00');
    await typeTime(tuesday.getByRole('group', { name: 'To' }), '04:00');
    fireEvent.click(screen.getByRole('button', { name: 'Save settings' }));
    fireEvent.click(await tuesday.findByRole('button', { name: 'Ends the next day' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save settings' }));
    await waitFor(() => expect(account.mock.calls.some(([verb]) => verb === 'setEmployeeTimes')).toBe(true));
    expect(account.mock.calls.find(([verb]) => verb === 'setEmployeeTimes')![2]).toMatchObject({
      days: {
        TUE: [{ from: '20:00', to: '24:00' }],
        WED: [
          { from: '00:00', to: '04:00' },
          { from: '09:00', to: '18:00' },
        ],
      },
    });
  });

  it('shows immediately whether an employee is working now, with both local times', async () => {
    const all = [{ from: '00:00', to: '24:00' }];
    const days = { MON: all, TUE: all, WED: all, THU: all, FRI: all, SAT: all, SUN: all };
    const times = { zone: 'Asia/Kathmandu', days, exceptions: [] };
    await showEmployees(`/employees/${OLGA}`, { employees: [makeEmployee({ work_times: times })] });
    expect((await screen.findAllByText(/Working now, until .* local time, .* your time/)).length).toBeGreaterThan(0);
  });

  it("saves the user's own working hours and days off offline, to be sent later", async () => {
    const ports = await showEmployees('/profile/work-times', { me: { is_staff: true } });
    const sunday = await day('Sunday');
    fireEvent.click(sunday.getByRole('button', { name: 'Add hours: Sunday' }));
    await typeTime(sunday.getByRole('group', { name: 'From' }), '10:00');
    await typeTime(sunday.getByRole('group', { name: 'To' }), '11:00');
    await typeDate('First day', '2026-12-24');
    await typeDate('Last day', '2026-12-26');
    fireEvent.click(screen.getByRole('button', { name: 'Add days off' }));
    expect(await screen.findByText('24/12/2026 – 26/12/2026')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Save working hours' }));
    const db = openPhoneDb(ANNA, ports);
    await waitFor(async () => expect(await db.outbox.count()).toBe(1));
    const [entry] = await db.outbox.toArray();
    expect(entry).toMatchObject({
      kind: 'me.work_times',
      args: {
        work_times: {
          days: { SUN: [{ from: '10:00', to: '11:00' }] },
          exceptions: [{ from: '2026-12-24', to: '2026-12-26', type: 'off' }],
        },
      },
    });
    expect((await db.me.get(ANNA))?.work_times?.days.SUN).toHaveLength(1);
    db.close();
    expect(account).not.toHaveBeenCalled();
  });

  it('reports incomplete days off that were typed but not added, and saves complete ones', async () => {
    await showEmployees(`/employees/${OLGA}`);
    const saved = () => account.mock.calls.find(([verb]) => verb === 'setEmployeeTimes')?.[2];
    await typeDate('Last day', '2026-12-26');
    fireEvent.click(screen.getByRole('button', { name: 'Save settings' }));
    expect(await screen.findByText('Please, fill this field')).toBeDefined();
    expect(saved()).toBeUndefined();
    await typeDate('First day', '2026-12-24');
    fireEvent.click(screen.getByRole('button', { name: 'Save settings' }));
    await waitFor(() => expect(saved()).toBeDefined());
    expect(saved()).toMatchObject({ exceptions: [{ from: '2026-12-24', to: '2026-12-26', type: 'off', note: '' }] });
    expect(screen.getByText('24/12/2026 – 26/12/2026')).toBeDefined();
    expect(fieldText(await dateField('First day'))).toBe('dd/mm/yyyy');
  });
});
