import type { Call } from './define.ts';
import { callNamed, type CallName } from './index.ts';

/**
 * The calls that the token of a view may be used for; the server refuses all others. These calls only read, and return
 * no secrets, no payment data and no files for download.
 */
export const viewReadNames = [
  'accounts.me',
  'own.devices',
  'menu.main',
  'menu.dropdown',
  'pages.footer_links',
  'configs.all',
  'categories.list',
  'lessons.list',
  'lessons.view',
  'lessons.dashboard',
  'comments.all',
  'comments.of_lesson',
  'news.important',
  'news.list',
  'news.view',
  'events.nearest',
  'events.view',
  'books.new',
  'books.list',
  'books.view',
  'subscription.periods',
  'subscription.packages',
  'tasks.list',
  'tasks.users_to_link',
  'team.structure_users',
  'team.structure_choices',
  'team.waiting_users',
  'team.completed_tasks',
  'team.children',
  'team.children_of',
  'people.details',
  'people.action_logs',
  'people.tags_groups',
  'partners.details',
  'employees.activity',
  'statistics.figures',
  'statistics.countries',
  'statistics.staff',
  'statistics.records',
  'imports.list',
  'contacts.statuses',
  'contacts.categories',
  'contacts.list',
  'contacts.photo',
  'choices.list',
  'tickets.choices',
  'tickets.own_list',
  'tickets.own_detail',
  'tickets.list',
  'tickets.detail',
  'flows.list',
  'flows.landing',
  'flows.versions',
  'sync.changes',
  'sync.snapshot',
  'sync.digest',
  'sync.blob',
] as const satisfies readonly CallName[];

const viewReads: ReadonlySet<unknown> = new Set(viewReadNames.map(callNamed));

/** Whether the token of a view may be used for a call. */
export const isViewRead = (call: Pick<Call, 'roles'>): boolean => viewReads.has(call);
