import { Id, Instant } from '../fields.ts';
import { PageQuery, pageSchema } from '../paging.ts';
import { Country } from '../contact-fields.ts';
import { figureNames, statisticsPeriods } from '../statistics.ts';
import { z } from '../zod.ts';
import { defineCall, staff } from './define.ts';

/**
 * A figure. If it is not available to the caller, `value` is absent. `time_spent` is in seconds, `donations_sum` in
 * cents.
 */
const Figure = z.object({ available: z.boolean(), value: z.optional(z.int()) });
export type Figure = z.infer<typeof Figure>;

/**
 * A figure in the current and in the previous period: in total, and for each step (hour, day or week) of the period.
 */
const ComparedFigure = z.extend(Figure, {
  previous: z.optional(z.int()),
  steps: z.optional(z.array(z.int())),
  previous_steps: z.optional(z.array(z.int())),
});
export type ComparedFigure = z.infer<typeof ComparedFigure>;

/** The period that was counted. `to` is the time of the response. */
const period = {
  available_periods: z.array(z.enum(statisticsPeriods)),
  current_period: z.enum(statisticsPeriods),
  from: Instant,
  to: Instant,
  /** The time zone in which the period starts at midnight. */
  time_zone: z.string(),
};

export const Statistics = z.object({
  ...period,
  /** The previous period: it has the same number of days as the current one, and ends at the same time of day. */
  previous: z.object({ from: Instant, to: Instant }),
  step: z.enum(['hour', 'day', 'week']),
  /** Start of each step of the current period. The last step has not ended yet. */
  steps: z.array(Instant),
  previous_steps: z.array(Instant),
  completed_tasks: ComparedFigure,
  time_spent: ComparedFigure,
  donations_sum: ComparedFigure,
  new_subscriptions: ComparedFigure,
  new_registrations: ComparedFigure,
  tasks_of_new_registrations: ComparedFigure,
});
export type Statistics = z.infer<typeof Statistics>;

const CountryStatistics = z.object({
  /** Null for people whose country is not known. */
  country: z.nullable(z.string()),
  new_registrations: Figure,
  new_subscriptions: Figure,
  donations_sum: Figure,
  tasks_of_new_registrations: Figure,
});
export type CountryStatistics = z.infer<typeof CountryStatistics>;

const StaffStatistics = z.object({
  /** Null in the row that counts records without an employee. */
  user_id: z.nullable(Id),
  name: z.string(),
  completed_tasks: Figure,
  time_spent: Figure,
  donations_sum: Figure,
  new_subscriptions: Figure,
  new_registrations: Figure,
  tasks_of_new_registrations: Figure,
});
export type StaffStatistics = z.infer<typeof StaffStatistics>;

export const StatisticsByCountries = z.object({ ...period, rows: z.array(CountryStatistics) });
export type StatisticsByCountries = z.infer<typeof StatisticsByCountries>;
export const StatisticsByStaff = z.object({
  ...period,
  rows: z.array(StaffStatistics),
  /** The value of `after` with which the next page is requested; absent on the last page. */
  next: z.optional(Id),
});
export type StatisticsByStaff = z.infer<typeof StatisticsByStaff>;

/** A record that a statistics figure counts. */
export const CountedRecord = z.object({
  id: Id,
  type: z.enum(['task', 'donation', 'person']),
  /** Title of the task, or name of the person; empty if the person's account was deleted. */
  title: z.string(),
  /** The person to whom the record belongs; null if the caller may not see them. */
  person_id: z.nullable(Id),
  employee_id: z.nullable(Id),
  employee_name: z.string(),
  country: z.nullable(z.string()),
  at: Instant,
  /** In cents for a donation, in seconds for work on a task; 1 for any other record. */
  value: z.int(),
});
export type CountedRecord = z.infer<typeof CountedRecord>;

const PeriodBody = z.strictObject({
  period: z.optional(z.enum(statisticsPeriods, { error: 'invalid' })),
  /** Id of the manager whose team is counted; if absent, everything that the caller may see is counted. */
  team: z.optional(Id),
  /**
   * Null selects people whose country is unknown. If a country or null is given, figures that are not counted by
   * country are not available.
   */
  country: z.optional(z.nullable(Country)),
});

/** Maximum number of employees on a page of the statistics. */
export const MAX_STAFF_PAGE = 250;

export const statisticsCalls = {
  'statistics.figures': defineCall({
    method: 'POST',
    path: '/api/accounts/dashboard/statistics/',
    roles: staff,
    summary:
      "The six figures of a period and of the period before: of the caller's own work, of the own team, or of all",
    idempotent: false,
    body: PeriodBody,
    reply: Statistics,
  }),
  'statistics.countries': defineCall({
    method: 'POST',
    path: '/api/accounts/dashboard/statistics_by_countries/',
    roles: staff,
    summary: 'The figures of a period by the country of the people',
    idempotent: false,
    body: PeriodBody,
    reply: StatisticsByCountries,
  }),
  'statistics.staff': defineCall({
    method: 'POST',
    path: '/api/accounts/dashboard/staff_statistics/',
    roles: staff,
    summary:
      'The figures of a period by employee, of all or of a page of employees; a consultant gets the own row only',
    idempotent: false,
    query: z.strictObject({
      /** Maximum number of employees; if absent, all are returned. */
      limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_STAFF_PAGE))),
      /** Only employees with a greater id are returned. */
      after: z.optional(Id),
    }),
    body: PeriodBody,
    reply: StatisticsByStaff,
  }),
  'statistics.records': defineCall({
    method: 'POST',
    path: '/api/accounts/dashboard/statistics/records/',
    roles: staff,
    summary:
      'The records that a figure counts, latest first: those of one employee, of one country, or all that the caller sees',
    idempotent: false,
    query: PageQuery,
    body: z.strictObject({
      figure: z.enum(figureNames, { error: 'invalid' }),
      period: z.optional(z.enum(statisticsPeriods, { error: 'invalid' })),
      team: z.optional(Id),
      /** Null selects records that belong to no employee. */
      user_id: z.optional(z.nullable(Id)),
      /** Null selects people whose country is unknown. */
      country: z.optional(z.nullable(Country)),
    }),
    reply: pageSchema(CountedRecord),
  }),
};
