import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmployeeActivity } from '../../contract/api-calls/employees.ts';
import type { Employee } from '../../contract/entities/employee.ts';
import type { Me } from '../../contract/entities/me.ts';
import { defaultWorkTimes } from '../../contract/work-times.ts';
import type { Done } from '../../src/bridge/results.ts';
import { openPhoneDb } from '../../src/db/schema/db.ts';
import { chooseOption, clearSegment, dateField, dateIn, typeDate, typeTime } from './controls.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<Done>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

beforeEach(() => {
  account.mockReset();
  account.mockResolvedValue({ ok: true });
});

const OLGA = '0198c000-0000-7000-8000-0000000000e1';
const TIMUR = '0198c000-0000-7000-8000-0000000000e2';

const makeEmployee = (change: Partial<Employee> = {}): Employee => ({
  id: OLGA,
  rev: 1,
  name: 'Olga Sommer',
  language: 'en',
  is_manager: false,
  is_blocked: false,
  in_team: true,
  manager_id: ANNA,
  country: 'DE',
  city: 'Hamburg',
  time_zone: 'Europe/Berlin',
  daily_limit: 20,
  rating: 5,
  work_times: null,
  ...change,
});

const teamActivity: EmployeeActivity = {
  id: OLGA,
  name: 'Olga Sommer',
  taken_today: 3,
  open_leads: 8,
  devices: [
    {
      device_id: TIMUR,
      name: 'Chrome on Android',
      app_version: '0.1.0',
      revoked_at: null,
      last_push_at: '2026-05-01T08:00:00.000Z',
      last_pull_at: '2026-05-02T08:00:00.000Z',
      pending: 4,
      oldest_pending_at: '2026-05-01T07:00:00.000Z',
    },
  ],
};

const manager: Partial<Me> = { is_staff: true, is_manager: true };

async function show(
  path: string,
  { me = manager, employees = [makeEmployee()], activity = [teamActivity] as EmployeeActivity[] | null } = {},
) {
  const ports = freshPorts();
  const db = await openPhone(ports, me);
  await db.employees.bulkPut(employees);
  if (activity) await db.pages.put({ key: 'employees', rows: activity, fetched_at: '2026-05-02T09:00:00.000Z' });
  await showApp(path, ports);
  return ports;
}

const colleague = makeEmployee({
  id: TIMUR,
  name: 'Timur Nazarov',
  in_team: false,
  manager_id: null,
  daily_limit: null,
  rating: null,
  country: null,
  time_zone: null,
});

describe('employee list', () => {
  it('shows the team with leads taken, devices and unsent work, and other colleagues by name only', async () => {
    await show('/employees', { employees: [makeEmployee(), colleague] });
    const team = within(await screen.findByRole('list', { name: 'My team' }));
    expect(team.getByRole('link', { name: 'Olga Sommer' }).getAttribute('href')).toBe(`/employees/${OLGA}`);
    await team.findByText(/3 of 20 leads today/);
    const row = team.getByRole('listitem').textContent;
    for (const words of [
      '3 of 20 leads today',
      'Rating 5',
      'Last seen',
      'Last full sync',
      'Version 0.1.0',
      '4 not sent',
    ])
      expect(row).toContain(words);
    const others = within(screen.getByRole('list', { name: 'Colleagues' })).getByRole('listitem').textContent;
    expect(others).toContain('Timur Nazarov');
    expect(others).not.toContain('Rating');
  });

  it("states how old the team's figures are and why they are not newer", async () => {
    account.mockResolvedValue({ ok: false, why: 'offline' });
    await show('/employees');
    expect(await screen.findByText(/Figures as of 02 May/)).toBeDefined();
    expect(await screen.findByText('You are offline')).toBeDefined();
    account.mockResolvedValue({ ok: true });
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(screen.queryByText('You are offline')).toBeNull());
  });

  it('distinguishes team figures that were not fetched yet from an empty team', async () => {
    await show('/employees', { employees: [], activity: null });
    expect(await screen.findByText(/hasn't synced to this device yet/)).toBeDefined();
    expect(screen.queryByText('No one in your team yet.')).toBeNull();
    cleanup();
    await show('/employees', { employees: [colleague], activity: null });
    expect(await screen.findByText('No one in your team yet.')).toBeDefined();
  });
});

describe('employee screen', () => {
  const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

  it('saves only the changed settings of an employee', async () => {
    await show(`/employees/${OLGA}`);
    fireEvent.change(await field('Daily limit'), { target: { value: '7' } });
    await chooseOption('Rating', /^0/);
    fireEvent.click(screen.getByRole('button', { name: 'Save settings' }));
    expect(await screen.findByText('Consultant settings updated successfully')).toBeDefined();
    expect(account).toHaveBeenCalledWith('setEmployee', OLGA, { daily_limit: 7, rating: 0 });
  });

  it('keeps typed employee settings when they are rejected or get no response', async () => {
    await show(`/employees/${OLGA}`);
    fireEvent.change(await field('Daily limit'), { target: { value: '201' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save settings' }));
    expect(await screen.findByText('Enter a number from 0 to 200')).toBeDefined();
    expect(account).not.toHaveBeenCalledWith('setEmployee', expect.anything(), expect.anything());
    account.mockResolvedValue({ ok: false, why: 'offline' });
    fireEvent.change(await field('Daily limit'), { target: { value: '12' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save settings' }));
    await waitFor(() => expect(screen.getAllByText('You are offline').length).toBeGreaterThan(0));
    expect((await field('Daily limit')).value).toBe('12');
  });

  it('blocks an employee after confirmation, and unblocks them', async () => {
    const ports = await show(`/employees/${OLGA}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Block' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Block Olga Sommer?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Block' }));
    expect(await screen.findByText('Consultant blocked successfully')).toBeDefined();
    expect(account).toHaveBeenCalledWith('blockPerson', OLGA, true);
    const db = openPhoneDb(ANNA, ports);
    await db.employees.put(makeEmployee({ is_blocked: true }));
    db.close();
    fireEvent.click(await screen.findByRole('button', { name: 'Unblock' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unblock' }));
    expect(await screen.findByText('Consultant unblocked successfully')).toBeDefined();
    expect(account).toHaveBeenCalledWith('blockPerson', OLGA, false);
  });

  it("hides settings of another team, links the user's own entry to their own hours, and reports an unknown employee", async () => {
    await show(`/employees/${TIMUR}`, { employees: [colleague] });
    expect(await screen.findByText('Someone else manages these settings.')).toBeDefined();
    cleanup();
    await show(`/employees/${ANNA}`, { employees: [makeEmployee({ id: ANNA, name: 'Anna Berg' })] });
    expect((await screen.findByRole('link', { name: 'My working hours' })).getAttribute('href')).toBe(
      '/profile/work-times',
    );
    cleanup();
    await show(`/employees/${OLGA}`, { employees: [] });
    expect(await screen.findByText(/is not on this device/)).toBeDefined();
  });
});

describe('working hours', () => {
  const day = async (name: string) => within(await screen.findByRole('group', { name }));

  it("saves an employee's complete working hours, with Monday copied to all days", async () => {
    await show(`/employees/${OLGA}`, { employees: [makeEmployee({ work_times: defaultWorkTimes('Europe/Berlin') })] });
    const monday = await day('Monday');
    await typeTime(monday.getByRole('group', { name: 'To' }), '12:00');
    fireEvent.click(monday.getByRole('button', { name: 'Add hours: Monday' }));
    await typeTime(monday.getAllByRole('group', { name: 'From' })[1]!, '20:00');
    await typeTime(monday.getAllByRole('group', { name: 'To' })[1]!, '00:00');
    fireEvent.click(monday.getByRole('button', { name: 'Copy to all' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save working hours' }));
    expect(await screen.findByText('Working hours saved')).toBeDefined();
    const hours = [
      { from: '09:00', to: '12:00' },
      { from: '20:00', to: '24:00' },
    ];
    const [, id, times] = account.mock.calls.find(([verb]) => verb === 'setEmployeeTimes')!;
    expect(id).toBe(OLGA);
    expect(times).toMatchObject({ zone: 'Europe/Berlin', days: { MON: hours, WED: hours, SUN: hours } });
  });

  it("reports invalid working hours with the product's messages", async () => {
    await show(`/employees/${OLGA}`);
    const [monday, tuesday] = [await day('Monday'), await day('Tuesday')];
    clearSegment(monday.getByRole('group', { name: 'To' }), 'hour');
    await typeTime(tuesday.getByRole('group', { name: 'From' }), '20:00');
    fireEvent.click(screen.getByRole('button', { name: 'Save working hours' }));
    expect(await monday.findByText('Please, fill both fields')).toBeDefined();
    expect(tuesday.getByText('Incorrect time from and time to')).toBeDefined();
    expect(account).not.toHaveBeenCalledWith('setEmployeeTimes', expect.anything(), expect.anything());
  });

  it('splits working hours that cross midnight with one press', async () => {
    await show(`/employees/${OLGA}`);
    const tuesday = await day('Tuesday');
    await typeTime(tuesday.getByRole('group', { name: 'From' }), '20:00');
    await typeTime(tuesday.getByRole('group', { name: 'To' }), '04:00');
    fireEvent.click(screen.getByRole('button', { name: 'Save working hours' }));
    fireEvent.click(await tuesday.findByRole('button', { name: 'Ends the next day' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save working hours' }));
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

  it('shows at once whether an employee is working now, with both local times', async () => {
    const all = [{ from: '00:00', to: '24:00' }];
    const days = { MON: all, TUE: all, WED: all, THU: all, FRI: all, SAT: all, SUN: all };
    const times = { zone: 'Asia/Kathmandu', days, exceptions: [] };
    await show(`/employees/${OLGA}`, { employees: [makeEmployee({ work_times: times })] });
    expect((await screen.findAllByText(/Working now, until .* their time, .* your time/)).length).toBeGreaterThan(0);
  });

  it("saves the user's own working hours and days off offline, to be sent later", async () => {
    const ports = await show('/profile/work-times', { me: { is_staff: true } });
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

  it('includes days off that were typed but not added, or reports their error', async () => {
    await show(`/employees/${OLGA}`);
    const saved = () => account.mock.calls.find(([verb]) => verb === 'setEmployeeTimes')?.[2];
    await typeDate('Last day', '2026-12-26');
    fireEvent.click(screen.getByRole('button', { name: 'Save working hours' }));
    expect(await screen.findByText('Please, fill this field')).toBeDefined();
    expect(saved()).toBeUndefined();
    await typeDate('First day', '2026-12-24');
    fireEvent.click(screen.getByRole('button', { name: 'Save working hours' }));
    await waitFor(() => expect(saved()).toBeDefined());
    expect(saved()).toMatchObject({ exceptions: [{ from: '2026-12-24', to: '2026-12-26', type: 'off', note: '' }] });
    expect(screen.getByText('24/12/2026 – 26/12/2026')).toBeDefined();
    expect(dateIn(await dateField('First day'))).toBe('dd/mm/yyyy');
  });
});
