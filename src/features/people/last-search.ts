import type { PeopleSearch } from './search-params.ts';

let last: PeopleSearch = {};

/** Remembers the list's filters and page, so that the user can return to them from one of its people. */
export function rememberPeopleSearch(search: PeopleSearch): void {
  last = search;
}

/** The filters and page of the list of people as it was last shown. */
export const lastPeopleSearch = (): PeopleSearch => last;
