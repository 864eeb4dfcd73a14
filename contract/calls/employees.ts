import { Employee } from '../entities/employee.ts';
import { WorkTimes } from '../entities/work-times.ts';
import { Country, Id, KnownZone, PageQuery, paged } from '../fields.ts';
import { Device } from '../sync.ts';
import { hasWorkTimes, WorkTimesPayload } from '../work-times-input.ts';
import { z } from '../zod.ts';
import { defineCall, staff } from './define.ts';

export const MAX_DAILY_LIMIT = 200;
export const MAX_RATING = 10;

const upTo = (most: number) =>
  z.int({ error: 'invalid' }).check(z.gte(0, { error: 'invalid' }), z.lte(most, { error: 'invalid' }));

const settings = {
  daily_limit: z.optional(upTo(MAX_DAILY_LIMIT)),
  rating: z.optional(upTo(MAX_RATING)),
  country: z.optional(z.nullable(Country)),
  time_zone: z.optional(KnownZone),
};
const hasSetting = (body: object): boolean =>
  Object.keys(settings).some((name) => (body as Record<string, unknown>)[name] !== undefined);

/** Activity of one employee: changes too often to be mirrored. */
export const EmployeeActivity = z.object({
  id: Id,
  /** Missing in pages that a phone has kept from an earlier version. */
  name: z._default(z.string(), ''),
  /** Leads taken since the employee's local midnight, and leads in progress. */
  taken_today: z.int(),
  open_leads: z.int(),
  devices: z.array(Device),
});
export type EmployeeActivity = z.infer<typeof EmployeeActivity>;

export const employeeCalls = {
  'employees.work_times': defineCall({
    method: 'POST',
    path: '/api/accounts/user/update_work_times/',
    roles: staff,
    summary: 'Change working hours, own or of a team member; days that are not named stay as they are',
    idempotent: true,
    body: z
      .strictObject({ user_id: z.optional(Id), ...WorkTimesPayload })
      .check(z.refine(hasWorkTimes, { error: 'empty' })),
    reply: z.object({ user_id: Id, work_times: WorkTimes }),
  }),
  'employees.settings': defineCall({
    method: 'POST',
    path: '/api/accounts/user/consultant_settings/',
    roles: ['manager', 'admin'],
    summary: 'Daily limit, rating, country and time zone of an employee',
    idempotent: true,
    body: z.strictObject({ user_id: Id, ...settings }).check(z.refine(hasSetting, { error: 'empty' })),
    reply: Employee,
  }),
  'employees.block': defineCall({
    method: 'POST',
    path: '/api/accounts/user/block_unblock_user/',
    roles: ['manager', 'admin'],
    summary: 'Block or unblock a person',
    idempotent: true,
    body: z.strictObject({ user_id: Id, is_blocked: z.boolean() }),
    reply: z.object({ user_id: Id, is_blocked: z.boolean() }),
  }),
  'employees.activity': defineCall({
    method: 'GET',
    path: '/api/accounts/employees/',
    roles: ['manager', 'admin'],
    summary: 'How many leads the employees of my team took today, and where they are logged in',
    idempotent: false,
    query: PageQuery,
    reply: paged(EmployeeActivity),
  }),
};
