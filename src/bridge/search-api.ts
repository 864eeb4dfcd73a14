import type { ContactStatus } from '../../contract/values.ts';

export const sorts = ['name', 'newest', 'next_step'] as const;
export type Sort = (typeof sorts)[number];

export const ownerFilters = ['mine', 'team', 'all'] as const;
export type OwnerFilter = (typeof ownerFilters)[number];

/** Which contacts, in which order. */
export interface ContactQuery {
  /** Words of name, e-mail, Telegram, city, or digits of a phone; all must occur. */
  text: string;
  category: string | null;
  status: ContactStatus | null;
  owner: OwnerFilter;
  sort: Sort;
}

export interface FindQuery extends ContactQuery {
  offset: number;
  limit: number;
}

export interface FindResult {
  ids: string[];
  /** How many match. */
  total: number;
  /** How many there are. */
  total_all: number;
  /** False while the phone's contacts are still being read: more may come. */
  is_complete: boolean;
}

export interface DuplicateQuery {
  phones: readonly string[];
  /** First and last name. */
  name: string;
  exclude_id: string | null;
}

export interface Duplicate {
  id: string;
  why: 'phone' | 'name';
}

/** What the page may ask of the search worker. */
export interface SearchApi {
  /** Reads this person's contacts, and follows their changes from then on. */
  start(user_id: string): Promise<void>;
  find(find: FindQuery): Promise<FindResult>;
  /** Contacts that may be the same person, at most five, over the whole book. */
  duplicates(ask: DuplicateQuery): Promise<Duplicate[]>;
}

/** What the worker says by itself. */
export type SearchMessage = { type: 'changed' } | { type: 'closed' };
