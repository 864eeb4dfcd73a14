import { Id } from '../fields.ts';
import { languages } from '../preference-values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';
import { WorkTimes } from './work-times.ts';

/**
 * A colleague. Every employee sees the names of all others, because people can be assigned to any of them. Fields that
 * the reader may not see are null: the settings are visible to the manager of the team and to admins; employees also
 * see their own settings, except the rating.
 */
export const Employee = z.object({
  id: Id,
  rev: z.int(),
  name: z.string(),
  language: z.enum(languages),
  is_manager: z.boolean(),
  is_blocked: z.boolean(),
  /** Whether the reader may change this employee's settings. */
  in_team: z.boolean(),
  /** Id of the manager of this employee's team. */
  manager_id: z.nullable(Id),
  country: z.nullable(z.string()),
  city: z.nullable(z.string()),
  time_zone: z.nullable(z.string()),
  daily_limit: z.nullable(z.int()),
  rating: z.nullable(z.int()),
  /** Null if the reader may not see the work times, or if none have been entered. */
  work_times: z.nullable(WorkTimes),
});
export type Employee = z.infer<typeof Employee>;

export const employees = defineEntity<Employee>({ ...stores.employees, schema: Employee, policies: {} });
