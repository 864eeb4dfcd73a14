import type { PeopleSearch } from './search-params.ts';

let last: { user_id: string; search: PeopleSearch } | null = null;

/** Stores the filters and the page of the people list in memory, so that a person's screen can link back to them. */
export function rememberPeopleSearch(user_id: string, search: PeopleSearch): void {
  last = { user_id, search };
}

/**
 * Returns the filters and the page of the people list as this user last saw it, ignoring those of other users of the
 * device.
 */
export const lastPeopleSearch = (user_id: string): PeopleSearch => (last?.user_id === user_id ? last.search : {});
