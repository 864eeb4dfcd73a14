import type { CallReply } from '../../contract/api-calls/index.ts';
import type { BulkAnswer } from '../../contract/api-calls/bulk-people.ts';
import type { LinkRequest, LoginLinkResult } from '../../contract/api-calls/registration.ts';
import type { WorkTimes } from '../../contract/entities/work-times.ts';
import type { AdminActions } from './admin-api.ts';
import type { StatisticsPeriod } from '../../contract/statistics.ts';
import type { PeopleQuery, RecordsQuery, StatisticsFilter, WaitingLeadsQuery } from '../lib/cached-pages.ts';
import type { ActionResult, Failure } from './results.ts';

/** Employee settings that a manager can change. Contains only the changed fields. */
export interface EmployeeSettings {
  daily_limit?: number;
  rating?: number;
  country?: string | null;
  time_zone?: string;
}

/** People to assign to an employee or to tag. */
export interface BulkRequest {
  user_ids: string[];
  consultant_id?: string;
  tag?: string;
}

/**
 * People who match a filter, to assign to an employee or to tag, one batch per request. Order and page number of the
 * filter have no effect.
 */
export interface BulkFilterRequest extends Omit<BulkRequest, 'user_ids'> {
  query: PeopleQuery;
  /** `next` of the previous batch; null for the first batch. */
  after: string | null;
  except_ids: string[];
}

export interface EmployeeActions {
  /** Fetches the activity and devices of the team. */
  fetchEmployees(): Promise<ActionResult>;
  setEmployee(user_id: string, settings: EmployeeSettings): Promise<ActionResult>;
  setEmployeeTimes(user_id: string, work_times: WorkTimes): Promise<ActionResult>;
  blockPerson(user_id: string, is_blocked: boolean): Promise<ActionResult>;
  /** Starts a view, in which the user sees the app as someone else. */
  startView(user_id: string, reason: string): Promise<{ ok: true; view: StartedView } | Failure>;
}

/** A view that has started: its token and when it ends, in server time. */
export type StartedView = CallReply<'view_as.start'>;

export interface AccountingActions {
  /** Fetches a page of the payments of one person, or of all people if the id is empty. */
  fetchPayments(person: string, page: number): Promise<ActionResult>;
  /** Fetches the income of each of the last months. */
  fetchMonths(): Promise<ActionResult>;
  /** Fetches the report of the last nightly check of the accounts. */
  fetchReport(): Promise<ActionResult>;
  /** Downloads the ledger of a month as CSV. */
  fetchLedger(month: string): Promise<{ ok: true; file: Blob } | Failure>;
}

export interface StatisticsActions {
  /** Fetches the figures of a period, by country and by employee. */
  fetchStatistics(period: StatisticsPeriod, filter?: StatisticsFilter): Promise<ActionResult>;
  /** Fetches a page of the records that a figure counts. */
  fetchRecords(query: RecordsQuery): Promise<ActionResult>;
}

/** A page of the list of people. */
export type PeoplePageReply = Pick<CallReply<'team.structure_users'>, 'results' | 'count' | 'next'>;

/** Online actions of employees, which are never queued. Called through `sync.account`. */
export interface StaffActions extends EmployeeActions, AccountingActions, AdminActions, StatisticsActions {
  /** Creates a one-time login link, or asks a manager to create it. A new link replaces the previous one. */
  makeLink(user_id: string): Promise<({ ok: true } & LoginLinkResult) | Failure>;
  /** Returns the login link requests that wait for this manager's confirmation. */
  linkRequests(): Promise<{ ok: true; results: LinkRequest[] } | Failure>;
  answerLinkRequest(id: string, confirm: boolean): Promise<ActionResult>;
  /** Assigns or tags up to 100 people. The reply contains a result for each person. */
  bulkPeople(change: BulkRequest): Promise<{ ok: true; answers: BulkAnswer[] } | Failure>;
  /** Assigns or tags up to 100 of the people who match a filter. */
  bulkFilteredPeople(change: BulkFilterRequest): Promise<({ ok: true } & CallReply<'people.bulk_filtered'>) | Failure>;
  fetchPeople(query: PeopleQuery): Promise<ActionResult>;
  /** Returns a page of 100 people without storing it. */
  listPeople(query: PeopleQuery): Promise<({ ok: true } & PeoplePageReply) | Failure>;
  /** Fetches a page of all waiting leads. Devices mirror only the leads that have waited longest. */
  fetchWaitingLeads(query: WaitingLeadsQuery): Promise<ActionResult>;
  /** Fetches the options of the filters of the people list. */
  fetchChoices(): Promise<ActionResult>;
  fetchTags(): Promise<ActionResult>;
  /** Fetches a person who is not mirrored on this phone. */
  fetchPerson(id: string): Promise<ActionResult>;
  /** Fetches the commission of a partner. */
  fetchPartner(id: string): Promise<ActionResult>;
  /** Fetches the latest finished tasks with a person, of all assignees. */
  fetchFinishedTasks(id: string): Promise<ActionResult>;
  fetchActionLog(id: string, page: number): Promise<ActionResult>;
}
