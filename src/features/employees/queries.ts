import type { Employee } from '../../../contract/entities/employee.ts';
import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import { defaultWorkTimes } from '../../../contract/work-times.ts';
import type { Store } from '../../db/schema/store.ts';

/** Returns all colleagues by name; the members of the user's team are among them. */
export async function savedEmployees({ db }: Store): Promise<Employee[]> {
  return db.employees.orderBy('name').toArray();
}

export async function savedEmployee({ db }: Store, id: string): Promise<Employee | null> {
  return (await db.employees.get(id)) ?? null;
}

/** Returns the working hours of an employee, or the default ones in their time zone. */
export const scheduleOf = ({ work_times, time_zone }: Employee): WorkTimes =>
  work_times ?? defaultWorkTimes(time_zone ?? 'UTC');
