import type { Generated } from 'kysely';

/**
 * The kind of record or work that a fact adds to the figures. `time` is the work on a task on one day in UTC;
 * `first_task` is a person whose automatic first task is completed.
 */
export type FactKind = 'task' | 'time' | 'donation' | 'registration' | 'subscription' | 'first_task';

/** The amount that a task, donation or person currently adds to the figures. */
interface StatisticsFactsTable {
  scope: string;
  kind: FactKind;
  /** Id of the task, donation or person. */
  id: string;
  /** The time at which the fact counts; for `time` the start of the day in UTC. */
  at: string;
  /** The employee for whom the fact counts; empty if there is none. */
  employee_id: string;
  /** The country of the person; empty if it is not known or the fact does not count by country. */
  country: string;
  /** Cents of a donation. For `time`, a hash of the time slices, which changes if the slices change. Otherwise 1. */
  value: number;
}

/** The figures of a row of the rollup. */
interface FigureColumns {
  completed_tasks: Generated<number>;
  time_ms: Generated<number>;
  donation_cents: Generated<number>;
  subscriptions: Generated<number>;
  registrations: Generated<number>;
  first_tasks: Generated<number>;
}

/** The figures of an employee for one country and one period in UTC: a quarter of an hour, a day or a month. */
interface StatisticsRollupTable extends FigureColumns {
  scope: string;
  unit: 'quarter' | 'day' | 'month';
  at: string;
  /** `*` in rows with the sums of all employees. */
  employee_id: string;
  /** `*` in rows with the sums of all countries. */
  country: string;
}

/** The rev up to which the statistics of a scope include all changes. */
interface StatisticsStateTable {
  scope: string;
  rev: number;
}

export interface StatisticsTables {
  statistics_facts: StatisticsFactsTable;
  statistics_rollup: StatisticsRollupTable;
  statistics_state: StatisticsStateTable;
}
