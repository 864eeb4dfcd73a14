import type { PeopleAsk } from '../lib/staff-pages.ts';
import type { Done, Failure } from './sync-api.ts';

/** What employees do with the network alone: nothing of it is ever queued. Asked through `sync.account`. */
export interface StaffVerbs {
  /** A link that lets a person in once; it ends the one before. */
  makeLink(user_id: string): Promise<{ ok: true; url: string; expires_at: string } | Failure>;
  bringPeople(ask: PeopleAsk): Promise<Done>;
  /** By what the list of people can be narrowed. */
  bringChoices(): Promise<Done>;
  bringTags(): Promise<Done>;
  /** Somebody who is not on this phone. */
  bringPerson(id: string): Promise<Done>;
  bringLog(id: string, page: number): Promise<Done>;
}
