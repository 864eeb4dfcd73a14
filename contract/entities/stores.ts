import type { Group, Window } from './define.ts';

/**
 * Pull group, Dexie store definition (the first part is always `id`) and, if there is one, window of each entity, and
 * whether a first mirror stores its rows packed, because a device may have many of them. They are separate from the
 * schemas so that a phone can open its database before it loads the schemas.
 */
export const stores = {
  me: { group: 'p0', indexes: 'id' },
  tasks: { group: 'p0', indexes: 'id, [state+start_at], closed_at, linked_user_id, contact_id' },
  tickets: { group: 'p0', indexes: 'id, created_at' },
  staff_tickets: { group: 'p0', indexes: 'id, [access+created_at], closed_at, author_id' },
  subscriptions: { group: 'p0', indexes: 'id' },
  handovers: { group: 'p0', indexes: 'id, state' },
  people: {
    group: 'p1',
    indexes: 'id, [status+updated_at], [responsible_id+status], phone, partner_since, returns_at',
  },
  waiting_leads: { group: 'p1', indexes: 'id, waiting_since', window: { size: 200, order: 'waiting_since' } },
  person_events: { group: 'p1', indexes: 'id, [person_id+at], at' },
  employees: { group: 'p1', indexes: 'id, name' },
  contacts: { group: 'p1', indexes: 'id, rev, *merged_ids', isPacked: true },
  contact_categories: { group: 'p1', indexes: 'id, position' },
  interactions: { group: 'p1', indexes: 'id, [contact_id+at], [user_id+at], at' },
  donations: { group: 'p1', indexes: 'id, [state+paid_at], [donor_id+paid_at], paid_at, receipt' },
  recurring_donations: { group: 'p1', indexes: 'id' },
  lesson_progress: { group: 'p1', indexes: 'id, last_read_at, state' },
  news_reads: { group: 'p1', indexes: 'id' },
  event_answers: { group: 'p1', indexes: 'id' },
  flows: { group: 'p1', indexes: 'id, created_at' },
  landing_blocks: { group: 'p1', indexes: 'id, [flow_id+position]' },
  flow_stats: { group: 'p1', indexes: 'id' },
  notifications: { group: 'p1', indexes: 'id, created_at' },
  account_views: { group: 'p1', indexes: 'id, started_at' },
  saved_views: { group: 'p1', indexes: 'id, table' },
  categories: { group: 'p2', indexes: 'id, position' },
  lessons: { group: 'p2', indexes: 'id, [category_id+position]' },
  comments: {
    group: 'p2',
    indexes: 'id, [thread+created_at]',
    window: { size: 500, order: 'created_at', direction: 'desc', group_by: 'thread' },
  },
  news: { group: 'p2', indexes: 'id, published_at' },
  events: { group: 'p2', indexes: 'id, ends_at' },
  packages: { group: 'p2', indexes: 'id, position' },
  books: { group: 'p3', indexes: 'id, title' },
  book_shelf: { group: 'p3', indexes: 'id' },
} as const satisfies Record<string, { group: Group; indexes: string; window?: Window; isPacked?: true }>;

export type EntityName = keyof typeof stores;
export const entityNames = Object.keys(stores) as [EntityName, ...EntityName[]];

/** Returns the window of an entity; undefined if all rows are mirrored. */
export const windowOf = (name: EntityName): Window | undefined => (stores[name] as { window?: Window }).window;

/** Whether a first mirror stores the rows of this table packed. See: [Note: Packed rows] */
export const isPacked = (name: string): name is EntityName =>
  (stores as Partial<Record<string, { isPacked?: true }>>)[name]?.isPacked ?? false;
