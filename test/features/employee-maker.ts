import type { EmployeeActivity } from '../../contract/api-calls/employees.ts';
import type { Employee } from '../../contract/entities/employee.ts';
import type { Me } from '../../contract/entities/me.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { ANNA, openPhone, freshPorts, showApp } from './fake-app.tsx';

export const OLGA = '0198c000-0000-7000-8000-0000000000e1';
export const TIMUR = '0198c000-0000-7000-8000-0000000000e2';

export const makeEmployee = (change: Partial<Employee> = {}): Employee => ({
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

/** Shows a screen about employees to a manager. */
export async function showEmployees(
  path: string,
  {
    me = manager,
    employees = [makeEmployee()],
    activity = [teamActivity] as EmployeeActivity[] | null,
    status = {} as Partial<SyncStatus>,
  } = {},
) {
  const ports = freshPorts();
  const db = await openPhone(ports, me, status);
  await db.employees.bulkPut(employees);
  if (activity) await db.pages.put({ key: 'employees', rows: activity, fetched_at: '2026-05-02T09:00:00.000Z' });
  await showApp(path, ports);
  return ports;
}
