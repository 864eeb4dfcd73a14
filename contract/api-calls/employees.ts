import { Employee } from '../entities/employee.ts';
import { WorkTimes } from '../entities/work-times.ts';
import { Id } from '../fields.ts';
import { Country, KnownZone } from '../contact-fields.ts';
import { PageQuery, pageSchema } from '../paging.ts';
import { Device } from '../sync.ts';
import { hasWorkTimes, WorkTimesPayload } from '../work-times-input.ts';
import { z } from '../zod.ts';
import { defineCall, staff } from './define.ts';

export const MAX_DAILY_LIMIT = 200;
export const MAX_RATING = 10;

const integerUpTo = (max: number) =>
  z.int({ error: 'invalid' }).check(z.gte(0, { error: 'invalid' }), z.lte(max, { error: 'invalid' }));

const settings = {
  daily_limit: z.optional(integerUpTo(MAX_DAILY_LIMIT)),
  rating: z.optional(integerUpTo(MAX_RATING)),
  country: z.optional(z.nullable(Country)),
  time_zone: z.optional(KnownZone),
};
const hasSetting = (body: object): boolean =>
  Object.keys(settings).some((name) => (body as Record<string, unknown>)[name] !== undefined);

/** Current activity of an employee. It is not mirrored to phones because it changes too often. */
export const EmployeeActivity = z.object({
  id: Id,
  /** Absent in responses that a phone stored with an earlier version of the app. */
  name: z._default(z.string(), ''),
  /**
   * `taken_today` counts leads taken since midnight in the employee's time zone, `open_leads` the leads in progress.
   */
  taken_today: z.int(),
  open_leads: z.int(),
  /**
   * Number of planned tasks whose start is overdue. Absent in responses that a phone stored with an earlier version of
   * the app.
   */
  overdue_tasks: z.optional(z.int()),
  devices: z.array(Device),
});
export type EmployeeActivity = z.infer<typeof EmployeeActivity>;

export const employeeCalls = {
  'employees.work_times': defineCall({
    method: 'POST',
    path: '/api/accounts/user/update_work_times/',
    roles: staff,
    summary: "Change the caller's own work times or those of a team member; omitted days stay unchanged",
    idempotent: true,
    body: z
      .strictObject({ user_id: z.optional(Id), ...WorkTimesPayload })
      .check(z.refine(hasWorkTimes, { error: 'empty' })),
    success: 'changes_saved',
    reply: z.object({ user_id: Id, work_times: WorkTimes }),
  }),
  'employees.settings': defineCall({
    method: 'POST',
    path: '/api/accounts/user/consultant_settings/',
    roles: ['manager', 'admin'],
    summary: 'Change the daily limit, rating, country and time zone of an employee',
    idempotent: true,
    body: z.strictObject({ user_id: Id, ...settings }).check(z.refine(hasSetting, { error: 'empty' })),
    success: 'consultant_settings_updated',
    reply: Employee,
  }),
  'employees.block': defineCall({
    method: 'POST',
    path: '/api/accounts/user/block_unblock_user/',
    roles: ['manager', 'admin'],
    summary: 'Block or unblock a person',
    idempotent: true,
    body: z.strictObject({ user_id: Id, is_blocked: z.boolean() }),
    success: { of: ({ is_blocked }) => (is_blocked ? 'consultant_blocked' : 'consultant_unblocked') },
    reply: z.object({ user_id: Id, is_blocked: z.boolean() }),
  }),
  'employees.activity': defineCall({
    method: 'GET',
    path: '/api/accounts/employees/',
    roles: ['manager', 'admin'],
    summary:
      "For each employee of the caller's team, the leads taken today, the overdue tasks and the devices with a login",
    idempotent: false,
    query: PageQuery,
    reply: pageSchema(EmployeeActivity),
  }),
};
