import { EmployeeActivity } from '../../../contract/api-calls/employees.ts';
import type { Employee } from '../../../contract/entities/employee.ts';
import type { Device } from '../../../contract/sync.ts';
import type { Store } from '../../db/schema/store.ts';
import { staffKeys } from '../../lib/cached-pages.ts';

/** Returns all colleagues by name; the members of the user's team are among them. */
export async function savedEmployees({ db }: Store): Promise<Employee[]> {
  return db.employees.orderBy('name').toArray();
}

export async function savedEmployee({ db }: Store, id: string): Promise<Employee | null> {
  return (await db.employees.get(id)) ?? null;
}

export interface Activity {
  of: ReadonlyMap<string, EmployeeActivity>;
  /** When the team's activity was fetched: ISO, by this device's clock. */
  fetched_at: string;
}

/** Returns the team's activity as last fetched; null if it was never fetched. */
export async function savedActivity({ db }: Store): Promise<Activity | null> {
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

/** Returns the time when any of an employee's devices was last seen. */
export const lastSeen = (devices: readonly Device[]): string | null =>
  latest(devices.flatMap(({ last_push_at, last_pull_at }) => [last_push_at, last_pull_at]));

export const lastFetched = (devices: readonly Device[]): string | null =>
  latest(devices.map(({ last_pull_at }) => last_pull_at));

/** Returns the time of the oldest unsent change on any of an employee's devices. */
export const oldestWaiting = (devices: readonly Device[]): string | null =>
  devices
    .flatMap(({ oldest_pending_at, pending }) => (oldest_pending_at !== null && pending ? [oldest_pending_at] : []))
    .toSorted()[0] ?? null;

export const pendingOf = (devices: readonly Device[]): number =>
  devices.reduce((sum, { pending }) => sum + (pending ?? 0), 0);
