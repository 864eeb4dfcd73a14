import type { Generated } from 'kysely';
import type { PartnerFile } from '../../contract/entities/partner.ts';
import type { PersonEventKind, ViewTable } from '../../contract/values.ts';
import type { GeneratedJson, Json, Synced } from './synced.ts';

/** The columns of `users` that apply to partners. */
export interface PartnerColumns {
  /** When the person became a partner; null for everyone else. */
  partner_since: Generated<string | null>;
  company: Generated<string>;
  /** Note of employees about the partner; never sent to the person. */
  partner_note: Generated<string>;
  /**
   * Commission that an admin has set, in percent of the payments of the people below the partner in the tree of
   * referrers; 0 if there is none.
   */
  commission_percent: Generated<number>;
  partner_files: GeneratedJson<PartnerFile[]>;
}

/**
 * The columns of `users` that determine when a lead returns to the pool because the responsible employee has not worked
 * with the lead.
 */
export interface ReturnTimes {
  /** When the responsible employee received the lead; null for leads that were assigned when they were created. */
  assigned_at: Generated<string | null>;
  /** When the employee was warned that the lead will return to the pool. */
  return_warned_at: Generated<string | null>;
  /**
   * When the lead returns to the pool unless the employee works with the lead before that time; null if the employee
   * has not been warned.
   */
  returns_at: Generated<string | null>;
  /** When the lead is checked next; null after the employee has worked with the lead. */
  return_check_at: Generated<string | null>;
}

interface PersonEventsTable extends Synced {
  id: string;
  person_id: string;
  kind: PersonEventKind;
  at: string;
  by_id: string | null;
  detail: Json<Record<string, unknown>>;
}

/**
 * A lead that an employee took or was assigned. It counts towards the daily limit until `counts_until`, the end of that
 * day in the employee's time zone.
 */
interface LeadClaimsTable {
  scope: string;
  id: string;
  user_id: string;
  person_id: string;
  kind: 'take' | 'auto' | 'assign';
  at: string;
  counts_until: string;
}

interface LeadExclusionsTable {
  scope: string;
  user_id: string;
  person_id: string;
  until: string;
  /** Whether the employee is excluded only from automatic assignment and may still claim the lead. */
  auto_only: Generated<boolean>;
}

interface TagGroupsTable {
  scope: string;
  id: string;
  name: string;
  position: number;
}

interface TagsTable {
  scope: string;
  id: string;
  group_id: string;
  name: string;
  position: number;
}

/**
 * How many people are below a member in the tree of referrers; removed people are not counted. The counts are updated
 * in the transaction that adds or removes a person: server/features/team/counts.ts.
 */
export interface TeamCountsTable {
  scope: string;
  user_id: string;
  people: number;
  /** Number of people whose referrer is this member. */
  line_1: number;
  /**
   * `month` is the newest month in which people joined below the member, as YYYY-MM in UTC; `month_people` is the
   * number of people who joined in that month.
   */
  month: string;
  month_people: number;
}

/** A saved view of an employee: a name for filters and the order of a table. */
interface SavedViewsTable extends Synced {
  id: string;
  owner_id: string;
  table: ViewTable;
  name: string;
  params: Json<Record<string, string>>;
  position: number;
}

export interface PeopleTables {
  saved_views: SavedViewsTable;
  person_events: PersonEventsTable;
  lead_claims: LeadClaimsTable;
  lead_exclusions: LeadExclusionsTable;
  tag_groups: TagGroupsTable;
  tags: TagsTable;
  team_counts: TeamCountsTable;
}
