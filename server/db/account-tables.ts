import type { Generated } from 'kysely';
import type { Json } from './synced.ts';

/** `code` is typed in by hand; the others are links. */
export type LinkKind = 'password_reset' | 'credentials' | 'bot' | 'code';

/** A secret that lets somebody in, once. `ended_at`: a newer one took its place. */
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

/** `uses_left` null: as often as anybody likes. */
export interface PromoCodesTable {
  scope: string;
  code: string;
  trial_days: number;
  valid_until: string | null;
  uses_left: number | null;
  created_at: string;
}

/** Work that a transaction promised. The row goes when it is done. */
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
