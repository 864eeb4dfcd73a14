import { EmployeeActivity } from '../../../contract/api-calls/employees.ts';
import type { Employee } from '../../../contract/entities/employee.ts';
import type { Device } from '../../../contract/sync.ts';
import { staffKeys } from '../../lib/cached-pages.ts';
import type { PhoneDb } from '../schema/db.ts';

/**
 * Returns the employees to whom a person can be assigned: all colleagues for one of the user's own people, and the
 * members of the team for a waiting lead or for a person of a team member.
 */
export async function savedAssignees(
  db: PhoneDb,
  { responsible_id }: { responsible_id: string | null },
  user_id: string,
): Promise<Employee[]> {
  const rows = await db.employees.orderBy('name').toArray();
  const isOwnPerson = responsible_id === user_id;
  return rows.filter(
    ({ id, is_blocked, in_team }) => !is_blocked && id !== responsible_id && (isOwnPerson || in_team || id === user_id),
  );
}

/** Returns the first `limit` employees, by name, of the team that the user manages. */
export const savedTeamMembers = (db: PhoneDb, user_id: string, limit: number): Promise<Employee[]> =>
  db.employees
    .orderBy('name')
    .filter(({ manager_id }) => manager_id === user_id)
    .limit(limit)
    .toArray();

export interface Activity {
  of: ReadonlyMap<string, EmployeeActivity>;
  /** When the team's activity was fetched: ISO, by this device's clock. */
  fetched_at: string;
}

/** Returns the team's activity as last fetched; null if it was never fetched. */
export async function savedTeamActivity(db: PhoneDb): Promise<Activity | null> {
  const page = await db.pages.get(staffKeys.employees);
  if (!page) return null;
  const rows = page.rows.flatMap((row) => {
    const parsed = EmployeeActivity.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
  return { of: new Map(rows.map((row) => [row.id, row])), fetched_at: page.fetched_at };
}

const latest = (times: readonly (string | null)[]): string | null =>
  times
    .flatMap((time) => (time === null ? [] : [time]))
    .toSorted()
    .at(-1) ?? null;

/** Returns the time at which one of an employee's devices last pushed or pulled. */
export const lastSeenAt = (devices: readonly Device[]): string | null =>
  latest(devices.flatMap(({ last_push_at, last_pull_at }) => [last_push_at, last_pull_at]));

/** Returns the time at which one of an employee's devices last pulled. */
export const lastPullAt = (devices: readonly Device[]): string | null =>
  latest(devices.map(({ last_pull_at }) => last_pull_at));

/** Returns the time of the oldest unsent change on any of an employee's devices. */
export const oldestPendingAt = (devices: readonly Device[]): string | null =>
  devices
    .flatMap(({ oldest_pending_at, pending }) => (oldest_pending_at !== null && pending ? [oldest_pending_at] : []))
    .toSorted()[0] ?? null;

/** Returns the number of unsent changes on all of an employee's devices. */
export const countPending = (devices: readonly Device[]): number =>
  devices.reduce((sum, { pending }) => sum + (pending ?? 0), 0);
