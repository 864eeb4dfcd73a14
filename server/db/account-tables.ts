import type { Generated } from 'kysely';
import type { Json } from './synced.ts';

/**
 * Kinds of one-time secrets. A `code` is typed in by hand; all others are links. A `link_request`
 * must be confirmed by a manager. `link_stop` revokes the login link that its detail refers to.
 */
export type LinkKind = 'password_reset' | 'credentials' | 'link_request' | 'link_stop' | 'bot' | 'code';

/**
 * A one-time secret sent to or created for a user. `ended_at` is set when it was revoked or replaced by a newer one.
 */
export interface AccountLinksTable {
  scope: string;
  id: string;
  user_id: string;
  kind: LinkKind;
  token_hash: string;
  created_by: string | null;
  created_at: string;
  expires_at: string;
  used_at: string | null;
  ended_at: string | null;
  attempts: Generated<number>;
  detail: Json<Record<string, unknown>>;
}

/**
 * A period in which a manager or an admin (the viewer) views the app as another person (the target). The view ends
 * before `expires_at` if the viewer's session ends.
 */
export interface AccountViewsTable {
  scope: string;
  id: string;
  rev: number;
  viewer_id: string;
  viewer_session: string;
  /** The viewer's token version. */
  viewer_version: number;
  target_id: string;
  reason: string;
  /** Path of the screen for which data was read last. */
  page: string | null;
  created_at: string;
  updated_at: string;
  expires_at: string;
  ended_at: string | null;
}

/** A promo code. `uses_left` is null if the number of uses is unlimited. */
export interface PromoCodesTable {
  scope: string;
  code: string;
  /** Length of the free trial in days; 0 for none. */
  trial_days: number;
  /** Discount on the first payment; 0 for none. */
  discount_percent: Generated<number>;
  /** The text of the line that defined the code in the imported file; null for a code that was not imported. */
  source: Generated<string | null>;
  valid_until: string | null;
  uses_left: number | null;
  created_at: string;
}

/** Number of a user's writes of one kind on one UTC day, for the daily limits. */
interface DailyCountsTable {
  scope: string;
  user_id: string;
  kind: string;
  /** UTC date, YYYY-MM-DD. */
  day: string;
  count: number;
}

/** Leases of periodic jobs. A process runs a periodic job only while it holds the lease of the job. */
interface JobLeasesTable {
  scope: string;
  name: string;
  /** The time from which any process may take the lease. */
  ends_at: string;
}

/** How many requests of a client have been counted towards a limit. */
interface RequestCountsTable {
  scope: string;
  /** Identifies the limit and the client. */
  key: string;
  count: number;
  /** The time at which the count restarts from zero. */
  ends_at: string;
}

/** A queued job. Its row is deleted after the job has succeeded. */
export interface JobsTable {
  scope: string;
  id: string;
  kind: string;
  payload: Json<unknown>;
  run_at: string;
  attempts: Generated<number>;
  last_error: string | null;
  failed_at: string | null;
  created_at: string;
}

export interface AccountTables {
  account_links: AccountLinksTable;
  account_views: AccountViewsTable;
  promo_codes: PromoCodesTable;
  daily_counts: DailyCountsTable;
  request_counts: RequestCountsTable;
  jobs: JobsTable;
  job_leases: JobLeasesTable;
}
