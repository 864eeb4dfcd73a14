import type { ContactStatus } from '../../contract/values.ts';

export const sorts = ['name', 'newest', 'next_step'] as const;
export type Sort = (typeof sorts)[number];

export const whoses = ['mine', 'team', 'all'] as const;
export type Whose = (typeof whoses)[number];

/** Which contacts, in which order. */
export interface Wanted {
  /** Words of name, e-mail, Telegram, city, or digits of a phone; all must occur. */
  text: string;
  category: string | null;
  status: ContactStatus | null;
  whose: Whose;
  sort: Sort;
}

export interface Find extends Wanted {
  offset: number;
  limit: number;
}

export interface Found {
  ids: string[];
  /** How many match. */
  total: number;
  /** How many there are. */
  total_all: number;
  /** False while the phone's contacts are still being read: more may come. */
  is_complete: boolean;
}

export interface DuplicateAsk {
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
  find(find: Find): Promise<Found>;
  /** Contacts that may be the same person, at most five, over the whole book. */
  duplicates(ask: DuplicateAsk): Promise<Duplicate[]>;
}

/** What the worker says by itself. */
export type SearchMessage = { type: 'changed' } | { type: 'closed' };
