import type { PhoneDb } from '../../db/schema/db.ts';
import { staffKeys, type PeopleQuery } from '../../lib/cached-pages.ts';
import type { PeopleSearch } from './search-params.ts';

/** Parses the filters in the URL. */
export function parseFilters({ q = '', order = 'name', page = 1, ...search }: PeopleSearch): PeopleQuery {
  const { status = '', language = '', country = '', responsible = '', tag = '', group = '' } = search;
  return {
    page,
    search: q.trim(),
    ordering: order,
    status,
    language,
    country,
    responsible_id: responsible,
    tag,
    group,
  };
}

type Choice = { value: string; label: string };

export interface PeopleChoices {
  languages: Choice[];
  countries: Choice[];
  responsible: Choice[];
  tags: Choice[];
  groups: Choice[];
}

/** Returns the filter values as last fetched; null if they were never fetched. */
export async function savedPeopleChoices(db: PhoneDb): Promise<PeopleChoices | null> {
  const page = await db.pages.get(staffKeys.choices);
  return (page?.rows[0] as PeopleChoices | undefined) ?? null;
}
