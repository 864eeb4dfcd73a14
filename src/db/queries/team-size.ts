import type { PhoneDb } from '../schema/db.ts';

// This module is separate from employees.ts, because it is loaded with the first screen after the login.

/** Maximum number of employees that the Today screen of a manager lists; a link leads to the others. */
export const MAX_EMPLOYEES = 10;

export interface TeamSize {
  /** Number of employees in the team, counting at most MAX_EMPLOYEES. */
  team: number;
  leads: number;
}

/** Returns how many employees and leads the Today screen of a manager lists; null for a manager without a team. */
export async function savedTeamSize(db: PhoneDb, user_id: string): Promise<TeamSize | null> {
  const members = db.employees.filter(({ manager_id }) => manager_id === user_id).limit(MAX_EMPLOYEES);
  const team = await members.count();
  return team > 0 ? { team, leads: await db.waiting_leads.count() } : null;
}
