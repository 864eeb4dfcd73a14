import type { WorkTimes } from '../../contract/entities/work-times.ts';
import type { PeopleQuery } from '../lib/cached-pages.ts';
import type { Done, Failure } from './sync-api.ts';

/** What a manager sets for an employee; only what changes. */
export interface EmployeeSettings {
  daily_limit?: number;
  rating?: number;
  country?: string | null;
  time_zone?: string;
}

export interface EmployeeActions {
  /** What the team does, and where it is logged in. */
  fetchEmployees(): Promise<Done>;
  setEmployee(user_id: string, settings: EmployeeSettings): Promise<Done>;
  setEmployeeTimes(user_id: string, work_times: WorkTimes): Promise<Done>;
  blockPerson(user_id: string, is_blocked: boolean): Promise<Done>;
}

/** What employees do with the network alone: nothing of it is ever queued. Asked through `sync.account`. */
export interface StaffActions extends EmployeeActions {
  /** A link that lets a person in once; it ends the one before. */
  makeLink(user_id: string): Promise<{ ok: true; url: string; expires_at: string } | Failure>;
  fetchPeople(ask: PeopleQuery): Promise<Done>;
  /** By what the list of people can be narrowed. */
  fetchChoices(): Promise<Done>;
  fetchTags(): Promise<Done>;
  /** Somebody who is not on this phone. */
  fetchPerson(id: string): Promise<Done>;
  /** The finished tasks with somebody, whoever did them; the newest. */
  fetchFinishedTasks(id: string): Promise<Done>;
  fetchActionLog(id: string, page: number): Promise<Done>;
}
