import { beforeEach, describe, expect, it } from 'vitest';
import type { Employee } from '../../contract/entities/employee.ts';
import type { Device } from '../../contract/sync.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { MAX_EMPLOYEES, savedTeamSize } from '../../src/db/queries/team-size.ts';
import { savedTeamDay } from '../../src/features/tasks/team-queries.ts';
import { staffKeys } from '../../src/lib/cached-pages.ts';
import { makePhone } from '../helpers/fake-server.ts';
import { ANNA } from './fake-app.tsx';
import { makeEmployee, makeWaitingLead } from './people-maker.ts';

const idOf = (index: number) => `0198c000-0000-7000-8000-0000000003${String(index).padStart(2, '0')}`;
const member = (index: number, name: string, change: Partial<Employee> = {}) =>
  makeEmployee({ id: idOf(index), name, in_team: true, manager_id: ANNA, daily_limit: 20, ...change });

const device = (change: Partial<Device>): Device => ({
  device_id: idOf(90),
  name: null,
  app_version: '0.1.0',
  last_push_at: null,
  last_pull_at: null,
  pending: 0,
  oldest_pending_at: null,
  revoked_at: null,
  ...change,
});

let db: PhoneDb;
beforeEach(async () => {
  ({ db } = (await makePhone()).phone);
});

const putActivity = (rows: readonly object[]) =>
  db.pages.put({
    key: staffKeys.employees,
    rows: rows.map((row) => ({ name: '', taken_today: 0, open_leads: 0, devices: [], ...row })),
    fetched_at: '2026-03-02T09:00:00.000Z',
  });
const namesOf = async () => (await savedTeamDay(db, ANNA)).members.map(({ employee }) => employee.name);

describe("the day of a manager's team", () => {
  it('lists employees by overdue tasks, then by the age of their unsent changes, then by name', async () => {
    const names = ['Ärne', 'Boris', 'Carl', 'Dora', 'Zoe'];
    await db.employees.bulkPut(names.map((name, index) => member(index, name)));
    const unsent = (at: string, pending: number) => [device({ pending, oldest_pending_at: at })];
    await putActivity([
      { id: idOf(4), overdue_tasks: 3 },
      { id: idOf(3), overdue_tasks: 1 },
      { id: idOf(2), devices: unsent('2026-03-01T08:00:00.000Z', 1) },
      { id: idOf(1), devices: unsent('2026-03-01T07:00:00.000Z', 0) },
      { id: idOf(0), devices: unsent('2026-03-01T09:00:00.000Z', 2) },
    ]);
    expect(await namesOf()).toEqual(['Zoe', 'Dora', 'Carl', 'Ärne', 'Boris']);
    await putActivity([]);
    expect(await namesOf()).toEqual(['Ärne', 'Boris', 'Carl', 'Dora', 'Zoe']);
  });

  it('lists only the employees that the user manages, at most ten of them', async () => {
    const team = Array.from({ length: MAX_EMPLOYEES + 1 }, (_, index) => member(index, `Employee ${index + 10}`));
    await db.employees.bulkPut([
      ...team,
      makeEmployee({ id: ANNA, name: 'Anna Berg', manager_id: idOf(80) }),
      // An admin may change the settings of all employees, but leads only the employees of the admin's own team.
      member(50, 'Of another team', { manager_id: idOf(80) }),
    ]);
    await putActivity([{ id: idOf(10), overdue_tasks: 1 }]);
    const names = await namesOf();
    expect(MAX_EMPLOYEES).toBe(10);
    expect(names).toHaveLength(10);
    expect(names[0]).toBe('Employee 20');
    expect(names).not.toContain('Of another team');
    await db.waiting_leads.put(makeWaitingLead());
    expect(await savedTeamSize(db, ANNA)).toEqual({ team: 10, leads: 1 });
    expect(await savedTeamSize(db, idOf(81))).toBeNull();
  });

  it('an employee has no figures before the activity is fetched', async () => {
    await db.employees.put(member(1, 'Boris'));
    const [boris] = (await savedTeamDay(db, ANNA)).members;
    expect(boris).toMatchObject({ taken: null, overdue: 0, pending: 0, oldestPendingAt: null, lastSeenAt: null });
    expect((await savedTeamDay(db, ANNA)).fetched_at).toBeNull();
    // An earlier version of the app stored this page, without the number of overdue tasks.
    await putActivity([
      { id: idOf(1), taken_today: 4, devices: [device({ last_pull_at: '2026-03-02T08:00:00.000Z' })] },
    ]);
    const day = await savedTeamDay(db, ANNA);
    expect(day).toMatchObject({ members: [{ taken: 4, overdue: 0, lastSeenAt: '2026-03-02T08:00:00.000Z' }] });
    expect(day.fetched_at).toBe('2026-03-02T09:00:00.000Z');
  });
});
