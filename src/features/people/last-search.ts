import type { PeopleSearch } from './search-params.ts';

let last: { user_id: string; search: PeopleSearch } | null = null;

/** Remembers the filters and the page of the people list, so that a person's screen can link back to them. */
export function rememberPeopleSearch(user_id: string, search: PeopleSearch): void {
  last = { user_id, search };
}

/**
 * Returns the filters and the page of the people list as this user last saw it; other users of the device have their
 * own.
 */
export const lastPeopleSearch = (user_id: string): PeopleSearch => (last?.user_id === user_id ? last.search : {});
