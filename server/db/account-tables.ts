import type { Generated } from 'kysely';
import type { Json } from './synced.ts';

/**
 * `code` is typed by hand; the others are links. `link_request` waits for a manager, and `link_stop` ends the login link
 * named in its detail.
 */
export type LinkKind = 'password_reset' | 'credentials' | 'link_request' | 'link_stop' | 'bot' | 'code';

/** A one-time secret that logs a person in. `ended_at`: a newer one has replaced it. */
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

/** `uses_left` null: unlimited. */
export interface PromoCodesTable {
  scope: string;
  code: string;
  trial_days: number;
  valid_until: string | null;
  uses_left: number | null;
  created_at: string;
}

/** How often a person did something on one UTC day. */
export interface DailyCountsTable {
  scope: string;
  user_id: string;
  kind: string;
  /** YYYY-MM-DD. */
  day: string;
  count: number;
}

/** How many requests a limit has counted for a client. */
export interface RequestCountsTable {
  scope: string;
  /** The limit and the client. */
  key: string;
  count: number;
  /** When the count restarts from zero. */
  ends_at: string;
}

/** A queued job. Its row is deleted when the job has succeeded. */
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
