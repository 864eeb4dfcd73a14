import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultWorkTimes } from '../../contract/work-times.ts';
import type { ActionResult } from '../../src/bridge/results.ts';
import { openPhoneDb } from '../../src/db/schema/db.ts';
import { chooseOption, typeOption } from './controls.ts';
import { makeEmployee, OLGA, showEmployees, TIMUR } from './employee-maker.ts';
import { ANNA } from './fake-app.tsx';

const { account } = vi.hoisted(() => ({
  account: vi.fn<(verb: string, ...args: unknown[]) => Promise<ActionResult>>(),
}));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

beforeEach(() => {
  account.mockReset();
  account.mockResolvedValue({ ok: true });
});

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
    await showEmployees('/employees', { employees: [makeEmployee(), colleague] });
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
    await showEmployees('/employees');
    expect(await screen.findByText(/Figures as of 02 May/)).toBeDefined();
    expect(await screen.findByText('You are offline')).toBeDefined();
    account.mockResolvedValue({ ok: true });
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(screen.queryByText('You are offline')).toBeNull());
  });

  it('distinguishes team figures that were not fetched yet from an empty team', async () => {
    await showEmployees('/employees', { employees: [], activity: null });
    expect(await screen.findByText(/hasn't synced to this device yet/)).toBeDefined();
    expect(screen.queryByText('No one in your team yet.')).toBeNull();
    cleanup();
    await showEmployees('/employees', { employees: [colleague], activity: null });
    expect(await screen.findByText('No one in your team yet.')).toBeDefined();
  });
});

describe('employee screen', () => {
  const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

  it('saves only the changed settings of an employee', async () => {
    await showEmployees(`/employees/${OLGA}`);
    fireEvent.change(await field('Daily limit'), { target: { value: '7' } });
    await chooseOption('Rating', /^0/);
    fireEvent.click(screen.getByRole('button', { name: 'Save settings' }));
    expect(await screen.findByText('Consultant settings updated successfully')).toBeDefined();
    expect(account).toHaveBeenCalledWith('setEmployee', OLGA, { daily_limit: 7, rating: 0 });
  });

  it("saves an employee's new time zone for both the day and the working hours with one button", async () => {
    const work_times = { ...defaultWorkTimes('Asia/Almaty'), zone: 'Europe/Berlin' };
    await showEmployees(`/employees/${OLGA}`, { employees: [makeEmployee({ work_times })] });
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save settings' });
    expect(screen.getAllByRole('button', { name: /^Save/ })).toEqual([save]);
    expect(save.disabled).toBe(true);
    await typeOption('Time zone', 'almaty', 'Asia/Almaty');
    fireEvent.click(save);
    expect(await screen.findByText('Consultant settings updated successfully')).toBeDefined();
    expect(account).toHaveBeenCalledWith('setEmployee', OLGA, { time_zone: 'Asia/Almaty' });
    expect(account).toHaveBeenCalledWith('setEmployeeTimes', OLGA, { ...work_times, zone: 'Asia/Almaty' });
    await waitFor(() => expect(save.disabled).toBe(true));
  });

  it("keeps separate time zones of an employee's day and working hours when only other settings change", async () => {
    const work_times = defaultWorkTimes('Asia/Almaty');
    await showEmployees(`/employees/${OLGA}`, { employees: [makeEmployee({ work_times })] });
    fireEvent.change(await field('Daily limit'), { target: { value: '7' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save settings' }));
    expect(await screen.findByText('Consultant settings updated successfully')).toBeDefined();
    expect(account.mock.calls.filter(([verb]) => verb.startsWith('set'))).toEqual([
      ['setEmployee', OLGA, { daily_limit: 7 }],
    ]);
  });

  it('keeps working hours that could not be saved, and saves them on the next attempt', async () => {
    account.mockImplementation(async (verb) =>
      verb === 'setEmployeeTimes' ? { ok: false, why: 'no_answer' } : { ok: true },
    );
    await showEmployees(`/employees/${OLGA}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Remove these hours: Monday' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save settings' }));
    await waitFor(() => expect(account.mock.calls.some(([verb]) => verb === 'setEmployeeTimes')).toBe(true));
    account.mockClear();
    account.mockResolvedValue({ ok: true });
    fireEvent.click(screen.getByRole('button', { name: 'Save settings' }));
    expect(await screen.findByText('Consultant settings updated successfully')).toBeDefined();
    expect(account).toHaveBeenCalledWith(
      'setEmployeeTimes',
      OLGA,
      expect.objectContaining({ days: expect.objectContaining({ MON: [] }) }),
    );
  });

  it('asks before unsaved settings of an employee are discarded', async () => {
    await showEmployees(`/employees/${OLGA}`);
    fireEvent.change(await field('Daily limit'), { target: { value: '7' } });
    fireEvent.click(screen.getAllByRole('link', { name: 'Employees' })[0]!);
    expect(await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' })).toBeDefined();
  });

  it('says that settings of an employee cannot be saved while the device is offline', async () => {
    await showEmployees(`/employees/${OLGA}`, { status: { connection: 'offline' } });
    expect(await screen.findByText('You need to be online to save these settings.')).toBeDefined();
  });

  it('rejects a daily limit above 200, and keeps typed employee settings that could not be sent', async () => {
    await showEmployees(`/employees/${OLGA}`);
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
    const ports = await showEmployees(`/employees/${OLGA}`);
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

  it('hides settings of another team, and reports an unknown employee', async () => {
    await showEmployees(`/employees/${TIMUR}`, { employees: [colleague] });
    expect(await screen.findByText('Someone else manages these settings.')).toBeDefined();
    cleanup();
    await showEmployees(`/employees/${ANNA}`, { employees: [makeEmployee({ id: ANNA, name: 'Anna Berg' })] });
    expect((await screen.findByRole('link', { name: 'My working hours' })).getAttribute('href')).toBe(
      '/profile/work-times',
    );
    cleanup();
    await showEmployees(`/employees/${OLGA}`, { employees: [] });
    expect(await screen.findByText(/is not on this device/)).toBeDefined();
  });
});
