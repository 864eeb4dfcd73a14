/** Filter, order and page number of the people list. `staffKeys.people` turns them into a key of the pages table. */
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

/** Filter and page number of the list of waiting leads. An empty text means no filter. */
export interface WaitingLeadsQuery {
  page: number;
  language: string;
  country: string;
}

export const WAITING_LEADS_PER_PAGE = 50;

const keyOf = (family: string, query: object): string =>
  `${family}:${JSON.stringify(Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;

/** Keys of the staff lists in the pages table. */
export const staffKeys = {
  choices: 'people_choices',
  tags: 'tags_groups',
  employees: 'employees',
  people: (query: PeopleQuery): string => keyOf('people', query),
  waitingLeads: (query: WaitingLeadsQuery): string => keyOf('waiting_leads', query),
  person: (id: string): string => `person:${id}`,
  partner: (id: string): string => `partner:${id}`,
  done: (id: string): string => `done_tasks:${id}`,
  log: (id: string, page: number): string => `action_log:${id}:${page}`,
};

/** Keys of the accounting data in the pages table. */
export const accountingKeys = {
  /** Key of a page of payments: those of one person, or of all people if the id is empty. */
  payments: (person: string, page: number): string => `payments:${person}:${page}`,
  months: 'ledger_months',
  report: 'accounting_report',
};

/** Filter, order and page number of the list of accounts. An empty text means no filter. */
export interface AdminUsersQuery {
  page: number;
  search: string;
  ordering: string;
  role: string;
  state: string;
}

/**
 * Filter, order and cursor of the audit log. An empty text means no filter; an empty cursor starts at the first entry.
 */
export interface AuditLogQuery {
  action: string;
  actor_id: string;
  target_id: string;
  /** Start and end of the period, as ISO instants. */
  from: string;
  until: string;
  order: string;
  cursor: string;
}

/** Keys of the administration's lists in the pages table. */
export const adminKeys = {
  users: (query: AdminUsersQuery): string => keyOf('admin_users', query),
  user: (id: string): string => `admin_user:${id}`,
  audit: (query: AuditLogQuery): string => keyOf('audit_log', query),
};

/** Pagination metadata of a cached page. */
export interface PageMeta {
  /** Number of matching rows. */
  count: number;
  /** Number of all rows. */
  total_count: number;
  /** Number of the next page. */
  next: number | null;
  columns?: { key: string; label: string }[];
  /** Columns of the tag groups. The API uses the same name. */
  tags_groups_columns?: { key: string; label: string }[];
  /** Numbers of accounts by role and state. */
  counts?: Record<string, number>;
}

/** Keys of imports in the pages table. */
export const importKeys = {
  list: (page: number, order: string): string => `imports:${page}:${order}`,
  one: (id: string): string => `import:${id}`,
  /** Key of the rows of an import that have a given outcome, or that have remarks. */
  rows: (id: string, only: string): string => `import_rows:${id}:${only}`,
};

/** Filter of the statistics. An empty text means no filter; the country `none` selects people without a country. */
export interface StatisticsFilter {
  /** Id of the manager of the team. */
  team?: string;
  country?: string;
}

/**
 * Filter and page number of the list of records that a figure counts. An empty text means no filter; `none` selects
 * records without an employee or country.
 */
export interface RecordsQuery {
  figure: string;
  period: string;
  employee: string;
  country: string;
  page: number;
  /** Id of the manager whose team is listed. */
  team?: string;
}

/** Keys of the statistics in the pages table. */
export const statisticsKeys = {
  /** Key of all statistics tables of a period. */
  period: (period: string, { team = '', country = '' }: StatisticsFilter = {}): string =>
    ['statistics', period, ...(team === '' && country === '' ? [] : [team, country])].join(':'),
  records: ({ figure, period, employee, country, page, team = '' }: RecordsQuery): string =>
    `statistics_records:${figure}:${period}:${employee}:${country}:${page}:${team}`,
};
