import { savedPerson } from '../../db/queries/people.ts';
import type { PhoneDb } from '../../db/schema/db.ts';

/** A person whose view of the app the user may open, with the data that this device has. */
export interface KnownPerson {
  name: string;
  /** Whether the person is an employee. */
  isEmployee: boolean;
}

/** Returns a person on this device; null if there is none with this id. */
export async function savedPersonToView(db: PhoneDb, id: string): Promise<KnownPerson | null> {
  const [employee, person] = await Promise.all([db.employees.get(id), savedPerson(db, id)]);
  if (employee) return { name: employee.name, isEmployee: true };
  return person ? { name: `${person.first_name} ${person.last_name}`.trim(), isEmployee: false } : null;
}
