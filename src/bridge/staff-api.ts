import type { Failure } from './sync-api.ts';

/** What employees do with the network alone: nothing of it is ever queued. Asked through `sync.account`. */
export interface StaffVerbs {
  /** A link that lets a person in once; it ends the one before. */
  makeLink(user_id: string): Promise<{ ok: true; url: string; expires_at: string } | Failure>;
}
