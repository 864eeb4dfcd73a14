import { sql } from 'kysely';
import { TableMemo } from '../../db/table-memo.ts';
import type { HandlerContext } from '../../handlers.ts';
import { type PeopleAndDonations, countPeopleAndDonations, type DonationTotals } from '../donations/totals.ts';
import { countRecordedPeople } from '../statistics/people-count.ts';
import { isFiltering, matchesFilter, recordedFilter, type PeopleFilter } from './list-filter.ts';
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

const isAmong = (ids: readonly string[]) =>
  ids.length === 0 ? sql<boolean>`false` : sql<boolean>`u.id in (${sql.join(ids)})`;

/** Counts all people in the caller's care. */
const countAll = async (context: HandlerContext): Promise<number> =>
  (await countRecordedPeople(context, {})) ?? (await countPeople(context));

/**
 * Counts the people who match a filter, and sums their donations. Takes the count from the statistics if they contain
 * it. `all` are the ids of the matching people if they are known.
 */
async function countMatches(
  context: HandlerContext,
  search: string | undefined,
  filter: PeopleFilter,
  all: readonly string[] | undefined,
): Promise<PeopleAndDonations> {
  if (all) return countPeopleAndDonations(context, isAmong(all), true, all.length);
  const recorded = recordedFilter(search, filter);
  const known = recorded && (await countRecordedPeople(context, recorded));
  return countPeopleAndDonations(context, matchesFilter(search, filter), isFiltering(search, filter), known);
}

/**
 * Returns the counts and sums of the caller's people that match a filter. They are the same for all pages and orders.
 * `all` are the ids of the matching people if they are on one page.
 */
export async function countMatchingPeople(
  context: HandlerContext,
  search: string | undefined,
  filter: PeopleFilter,
  all?: readonly string[],
): Promise<FilterCounts> {
  const { tx, caller, received_at } = context;
  const callerKey = [caller.scope, caller.user_id];
  // The sums also depend on the current time, with a resolution of a minute, like all times on screens.
  const minute = received_at.slice(0, MINUTE_LENGTH);
  const key = JSON.stringify([...callerKey, minute, search, filter]);
  const { count, ...totals } = await countedByFilter.get(
    tx,
    key,
    () => countMatches(context, search, filter, all),
    MAX_FILTERS,
  );
  const total_count = isFiltering(search, filter)
    ? await totalByCaller.get(tx, JSON.stringify(callerKey), () => countAll(context), MAX_FILTERS)
    : count;
  return { count, total_count, totals };
}
