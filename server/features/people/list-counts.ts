import { TableMemo } from '../../db/table-memo.ts';
import type { HandlerContext } from '../../handlers.ts';
import { type PeopleAndDonations, countPeopleAndDonations, type DonationTotals } from '../donations/totals.ts';
import { isFiltering, matchesFilter, type PeopleFilter } from './list-filter.ts';
import { countPeople } from './repository.ts';

/** Maximum number of filters whose counts are kept. */
const MAX_FILTERS = 500;
const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length;

// Counts that are kept between requests. Without them, each page of a list that a user scrolls would count all people
// of the list again.
const countedByFilter = new TableMemo<PeopleAndDonations>(['users', 'donations']);
const totalByCaller = new TableMemo<number>(['users']);

interface FilterCounts {
  /** Number of matching people. */
  count: number;
  /** Number of people without the filter. */
  total_count: number;
  totals: DonationTotals;
}

/**
 * Returns the counts and sums of the caller's people that match a filter. They are the same for all pages and orders.
 */
export async function countMatchingPeople(
  context: HandlerContext,
  search: string | undefined,
  filter: PeopleFilter,
): Promise<FilterCounts> {
  const { tx, caller, received_at } = context;
  const callerKey = [caller.scope, caller.user_id];
  // The sums also depend on the current time, with a resolution of a minute, like all times on screens.
  const minute = received_at.slice(0, MINUTE_LENGTH);
  const key = JSON.stringify([...callerKey, minute, search, filter]);
  const matches = matchesFilter(search, filter);
  const isFiltered = isFiltering(search, filter);
  const { count, ...totals } = await countedByFilter.get(
    tx,
    key,
    () => countPeopleAndDonations(context, matches, isFiltered),
    MAX_FILTERS,
  );
  const total_count = isFiltered
    ? await totalByCaller.get(tx, JSON.stringify(callerKey), () => countPeople(context), MAX_FILTERS)
    : count;
  return { count, total_count, totals };
}
