import type { PeopleSearch } from './search-params.ts';

let last: { user_id: string; search: PeopleSearch } | null = null;

/** Remembers the list's filters and page, so that the user can return to them from one of its people. */
export function rememberPeopleSearch(user_id: string, search: PeopleSearch): void {
  last = { user_id, search };
}

/** Returns the filters and page of the people list as this user last saw it; the device may have several users. */
export const lastPeopleSearch = (user_id: string): PeopleSearch => (last?.user_id === user_id ? last.search : {});
