import type { Employee } from '../../../contract/entities/employee.ts';
import type { Store } from '../../db/schema/store.ts';

/** Returns all colleagues by name; the members of the user's team are among them. */
export async function savedEmployees({ db }: Store): Promise<Employee[]> {
  return db.employees.orderBy('name').toArray();
}

export async function savedEmployee({ db }: Store, id: string): Promise<Employee | null> {
  return (await db.employees.get(id)) ?? null;
}
