import type { EmployeeActivity } from '../../../contract/api-calls/employees.ts';
import type { Employee } from '../../../contract/entities/employee.ts';
import {
  lastSeenAt,
  oldestPendingAt,
  countPending,
  savedTeamActivity,
  savedTeamMembers,
} from '../../db/queries/employees.ts';
import { MAX_EMPLOYEES } from '../../db/queries/team-size.ts';
import type { PhoneDb } from '../../db/schema/db.ts';

/** Maximum number of employees that are read. No team has more; the limit protects the screen from faulty data. */
const MAX_TEAM = 1000;

/** An employee with the available figures of their day. */
export interface EmployeeDay {
  employee: Employee;
  /** Leads received today; null if the activity of the employee was never fetched. */
  taken: number | null;
  overdue: number;
  /** Number of changes that the devices of the employee have not sent. */
  pending: number;
  oldestPendingAt: string | null;
  lastSeenAt: string | null;
}

export interface TeamDay {
  /** The first employees. Those who need the manager's attention come first. */
  members: EmployeeDay[];
  /** When the activity was fetched; null if it never was. */
  fetched_at: string | null;
}

function memberOf(employee: Employee, activity: EmployeeActivity | undefined): EmployeeDay {
  const devices = activity?.devices ?? [];
  return {
    employee,
    taken: activity?.taken_today ?? null,
    overdue: activity?.overdue_tasks ?? 0,
    pending: countPending(devices),
    oldestPendingAt: oldestPendingAt(devices),
    lastSeenAt: lastSeenAt(devices),
  };
}

const collator = new Intl.Collator();
/** A text that sorts after every ISO instant. */
const NEVER = '\uffff';

/** Sorts those with the most overdue tasks first, then those whose oldest unsent change is older, then by name. */
export const compareByNeed = (a: EmployeeDay, b: EmployeeDay): number =>
  b.overdue - a.overdue ||
  collator.compare(a.oldestPendingAt ?? NEVER, b.oldestPendingAt ?? NEVER) ||
  collator.compare(a.employee.name, b.employee.name);

/** Returns the team of a manager with the day of each employee, as last fetched. */
export async function savedTeamDay(db: PhoneDb, user_id: string): Promise<TeamDay> {
  const [team, activity] = await Promise.all([savedTeamMembers(db, user_id, MAX_TEAM), savedTeamActivity(db)]);
  const members = team.map((employee) => memberOf(employee, activity?.of.get(employee.id))).toSorted(compareByNeed);
  return { members: members.slice(0, MAX_EMPLOYEES), fetched_at: activity?.fetched_at ?? null };
}
