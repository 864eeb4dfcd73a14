const localTables = {
  outbox: '++seq, &op_id, lane, state, [entity+entity_id]',
  base: '[entity+id]',
  history: 'op_id, server_time',
  meta: 'key',
  pages: 'key',
  snapshot_seen: '[group+c+id]',
};

/**
 * Versions of a user's database, oldest first: each lists the stores that it adds or changes. Append only: a released
 * version never changes, and no version touches the outbox rows, so that unsent work survives every upgrade.
 * test/db/schema.test.ts compares the result with the entity list.
 */
export const versions: readonly Record<string, string>[] = [
  {
    ...localTables,
    me: 'id',
    tasks: 'id, [state+start_at], closed_at',
    lesson_progress: 'id, last_read_at, state',
    categories: 'id, position',
    lessons: 'id, [category_id+position]',
    comments: 'id, [thread+created_at]',
  },
  {
    handovers: 'id, state',
    contacts: 'id, rev',
    contact_categories: 'id, position',
    interactions: 'id, [contact_id+at]',
    blobs: 'sha256',
  },
  {
    me: 'id',
    tasks: 'id, [state+start_at], closed_at, linked_user_id, contact_id',
    tickets: 'id, created_at',
    staff_tickets: 'id, [access+created_at], closed_at, author_id',
    handovers: 'id, state',
    people: 'id, [status+updated_at], [responsible_id+status], phone',
    waiting_leads: 'id, waiting_since',
    person_events: 'id, [person_id+at], at',
    employees: 'id, name',
    contacts: 'id, rev',
    contact_categories: 'id, position',
    interactions: 'id, [contact_id+at], [user_id+at], at',
    lesson_progress: 'id, last_read_at, state',
    news_reads: 'id',
    event_answers: 'id',
    categories: 'id, position',
    lessons: 'id, [category_id+position]',
    comments: 'id, [thread+created_at]',
    news: 'id, published_at',
    events: 'id, ends_at',
    books: 'id, title',
    book_shelf: 'id',
    downloads: 'sha256, state, lesson_id',
  },
  {
    subscriptions: 'id',
    packages: 'id, position',
  },
  { donations: 'id, [state+paid_at], [donor_id+paid_at], paid_at' },
  { donations: 'id, [state+paid_at], [donor_id+paid_at], paid_at, receipt' },
  { recurring_donations: 'id' },
  { flows: 'id, created_at', landing_blocks: 'id, [flow_id+position]', flow_stats: 'id' },
  {
    people: 'id, [status+updated_at], [responsible_id+status], phone, partner_since',
    account_views: 'id, started_at',
    import_drafts: 'id, created_at',
    import_files: 'id',
    import_mappings: 'signature, used_at',
  },
  { notifications: 'id, created_at' },
  { saved_views: 'id, table' },
  { people: 'id, [status+updated_at], [responsible_id+status], phone, partner_since, returns_at' },
  { contacts: 'id, rev, *merged_ids' },
  // From this version on, a mark in snapshot_seen stands for a page instead of a row. The upgrade closes the database
  // in tabs with an earlier version of the app, which would not understand such marks.
  { snapshot_seen: '[group+c+id]' },
  { segments: '[c+last]' },
  // From this version on, segments contain UTF-8 instead of strings, which earlier versions of the app cannot read.
  { segments: '[c+last]' },
];

/** All stores of the newest version. */
export const latestStores: Readonly<Record<string, string>> = Object.assign({}, ...versions) as Record<string, string>;
