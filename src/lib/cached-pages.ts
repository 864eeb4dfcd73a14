/** A page of the people of the structure, narrowed and ordered. Its key in the pages table is `staffKeys.people` of it. */
export interface PeopleQuery {
  page: number;
  search: string;
  ordering: string;
  status: string;
  language: string;
  country: string;
  responsible_id: string;
  tag: string;
  group: string;
}

/** Lists that employees read as last fetched; each lies in the pages table under this key. */
export const staffKeys = {
  choices: 'people_choices',
  tags: 'tags_groups',
  employees: 'employees',
  people: (ask: PeopleQuery): string =>
    `people:${JSON.stringify(Object.entries(ask).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`,
  person: (id: string): string => `person:${id}`,
  done: (id: string): string => `done_tasks:${id}`,
  log: (id: string, page: number): string => `action_log:${id}:${page}`,
};

/** How much there is of a list of which one page was fetched. */
export interface PageMeta {
  /** That fit. */
  count: number;
  /** Of all. */
  total_count: number;
  /** The page behind this one. */
  next: number | null;
  columns?: { key: string; label: string }[];
  tags_groups_columns?: { key: string; label: string }[];
}
