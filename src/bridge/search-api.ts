import type { EntityName } from '../../contract/entities/stores.ts';
import type { ContactStatus } from '../../contract/filter-values.ts';
import type { TextSource } from '../../contract/search/text-sources.ts';

export const contactSorts = ['name', 'newest', 'next_step'] as const;
export type ContactSort = (typeof contactSorts)[number];

export const ownerFilters = ['mine', 'team', 'all'] as const;
export type OwnerFilter = (typeof ownerFilters)[number];

/** Filters and order of a contact search. */
export interface ContactQuery {
  /** Words from the name, email address, Telegram name or city, or digits of a phone number; every word must match. */
  text: string;
  category: string | null;
  status: ContactStatus | null;
  owner: OwnerFilter;
  sort: ContactSort;
}

export interface FindQuery extends ContactQuery {
  offset: number;
  limit: number;
}

export interface FindResult {
  ids: string[];
  /** Number of all matches; `ids` contains one page of them. */
  total: number;
  /** Number of all contacts. */
  total_all: number;
  /** False while the contacts are still being indexed; more matches may follow. */
  is_complete: boolean;
}

/** An initial of names in a list, and the position of the first name with it. */
export interface InitialLetter {
  /** An upper-case letter, or "#" for names that start with something else. */
  letter: string;
  index: number;
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

export interface TextQuery {
  text: string;
  /** Maximum number of results per source; a source without a limit is not searched. */
  limits: Partial<Record<TextSource, number>>;
}

/** The best results of a source, as the keys of their rows. */
export interface TextMatches {
  found: { table: EntityName; id: string }[];
  /** Number of matches. */
  total: number;
  /** Number of all searched rows. */
  total_all: number;
}

export interface TextResult {
  sources: Partial<Record<TextSource, TextMatches>>;
  /** False while rows are still being indexed; more matches may follow. */
  is_complete: boolean;
}

/**
 * API of the search worker. A worker serves one user: the page terminates it before it starts a worker for another
 * user, and after a start that failed.
 */
export interface SearchApi {
  /** Indexes this user's contacts and follows their changes. If called again, it checks for missed changes. */
  start(user_id: string): Promise<void>;
  find(find: FindQuery): Promise<FindResult>;
  /** Returns the initials of the matching contacts in the order of their names. */
  initials(query: ContactQuery): Promise<InitialLetter[]>;
  /** Searches everything on this device except contacts. The first call starts to index these rows. */
  findText(query: TextQuery): Promise<TextResult>;
  /** Returns up to five contacts that may be duplicates. */
  duplicates(query: DuplicateQuery): Promise<Duplicate[]>;
}

/** Messages that the worker sends on its own, not as a response to a call. */
export type SearchMessage = { type: 'changed' } | { type: 'closed' };
