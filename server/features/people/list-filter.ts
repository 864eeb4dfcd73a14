import { sql, type RawBuilder } from 'kysely';
import type { CallBody } from '../../../contract/api-calls/index.ts';
import { searchMatches } from '../../db/search-text.ts';
import type { CountedPeople } from '../statistics/people-count.ts';

export type PeopleFilter = CallBody<'team.structure_users'>;

function matchesFilterSql(filter: PeopleFilter): RawBuilder<boolean> {
  const { status, responsible_id, language, country, tags, groups } = filter;
  const parts = [
    ...(status && status.length > 0 ? [sql`u.status in (${sql.join(status)})`] : []),
    ...(responsible_id ? [sql`u.responsible_id = ${responsible_id}`] : []),
    ...(language ? [sql`u.language = ${language}`] : []),
    ...(country ? [sql`u.country = ${country}`] : []),
    ...(tags ?? []).map((tag) => sql`jsonb_exists(u.tags, ${tag})`),
    ...(groups ?? []).map((group) => sql`jsonb_exists(u.groups, ${group})`),
  ];
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

/** Whether the search text or the filter is set, so that some people may not match. */
export const isFiltering = (search: string | undefined, filter: PeopleFilter): boolean =>
  Boolean(search) || Object.values(filter).some((value) => value !== undefined);

/** SQL condition: the person `u` matches the search text and the filter. */
export const matchesFilter = (search: string | undefined, filter: PeopleFilter): RawBuilder<boolean> =>
  sql<boolean>`(${searchMatches('u', search)} and ${matchesFilterSql(filter)})`;

/**
 * Returns the parts of a filter by which the statistics count people; undefined if the filter has other parts or there
 * is a search text.
 */
export function recordedFilter(search: string | undefined, filter: PeopleFilter): CountedPeople | undefined {
  const { responsible_id, country, ...others } = filter;
  const hasOthers = Object.values(others).some((value) => value !== undefined && value.length > 0);
  if (search || hasOthers) return undefined;
  return { responsible_id: responsible_id || undefined, country: country || undefined };
}
