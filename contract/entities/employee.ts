import { Id } from '../fields.ts';
import { languages } from '../values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';
import { WorkTimes } from './work-times.ts';

/**
 * A colleague. Every employee knows of every other whom to give a person to; what is null besides is not the reader's
 * to know: settings are for the manager of the team and for admins, the own ones without the rating.
 */
export const Employee = z.object({
  id: Id,
  rev: z.int(),
  name: z.string(),
  language: z.enum(languages),
  is_manager: z.boolean(),
  is_blocked: z.boolean(),
  /** The reader may change the settings. */
  in_team: z.boolean(),
  /** Whose team it is. */
  manager_id: z.nullable(Id),
  country: z.nullable(z.string()),
  city: z.nullable(z.string()),
  time_zone: z.nullable(z.string()),
  daily_limit: z.nullable(z.int()),
  rating: z.nullable(z.int()),
  /** Null as well while nobody has entered any. */
  work_times: z.nullable(WorkTimes),
});
export type Employee = z.infer<typeof Employee>;

export const employees = defineEntity<Employee>({ ...stores.employees, schema: Employee, policies: {} });
