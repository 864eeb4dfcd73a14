import type { CallName } from '../../../contract/api-calls/index.ts';
import type { EntityName } from '../../../contract/entities/stores.ts';
import type { WriteName } from '../../../contract/writes/index.ts';
import type { Route } from './routes.ts';

/** Maps a field to the kind of record to which it refers. */
const byField: Readonly<Record<string, string>> = {
  user_id: 'person',
  donor_id: 'me',
  person_id: 'person',
  linked_user_id: 'person',
  consultant_id: 'employee',
  assignee_id: 'employee',
  to_id: 'employee',
  responsible_id: 'employee',
  contact_id: 'contact',
  category_id: 'category',
  lesson: 'lesson',
  lesson_id: 'lesson',
  parent: 'comment',
  task_id: 'task',
  follow_up_of: 'task',
  follow_up_task_id: 'task',
  previous_id: 'request',
  duplicate_of: 'ticket',
  entity_id: 'lost',
  device_id: 'device',
  slice_id: 'slice',
  session: 'session',
  flow_id: 'flow',
  flowId: 'flow',
  elementId: 'block',
};

/** Maps an entity to its kind of record. Contains only entities whose records belong to a user. */
export const ownedKinds = {
  comments: 'comment',
  tasks: 'task',
  tickets: 'request',
  staff_tickets: 'ticket',
  contacts: 'contact',
  contact_categories: 'category',
  interactions: 'call',
  donations: 'donation',
  recurring_donations: 'recurring',
  people: 'person',
  handovers: 'handover',
  notifications: 'notification',
  flows: 'flow',
  landing_blocks: 'block',
  saved_views: 'view',
} as const satisfies Partial<Record<EntityName, string>>;

/** Maps an entity to the kind of record that its writes change. */
const byEntity: Partial<Record<EntityName, string>> = {
  ...ownedKinds,
  me: 'me',
  waiting_leads: 'lead',
  lesson_progress: 'lesson',
  news_reads: 'news',
  event_answers: 'event',
  book_shelf: 'book',
  subscriptions: 'me',
};

/** Maps a prefix of call names to the kind of record that the id in the call identifies. */
const byCall: readonly (readonly [string, string])[] = [
  ['contacts.change_category', 'category'],
  ['contacts.delete_category', 'category'],
  ['contacts.', 'contact'],
  ['tasks.', 'task'],
  ['tickets.own_detail', 'request'],
  ['tickets.', 'ticket'],
  ['lessons.', 'lesson'],
  ['comments.', 'lesson'],
  ['news.', 'news'],
  ['events.', 'event'],
  ['books.', 'book'],
  ['flows.', 'flow'],
  ['accounts.answer_link_request', 'link_request'],
  ['own.revoke_device', 'device'],
];

/** For a write that needs a record in a certain state, the kind of record that is in this state. */
const byWrite: Partial<Record<WriteName, string>> = {
  'task.pause': 'running',
  'task.finish': 'running',
  'task.confirm_slice': 'running',
  'ticket.take': 'free_ticket',
  'ticket.resume': 'resolved_ticket',
  'ticket.close': 'resolved',
  'ticket.reopen': 'resolved',
  'ticket.rate': 'resolved',
};

/** Calls whose `user_id` is the id of an employee. */
const employeeCalls: readonly CallName[] = ['employees.work_times', 'employees.settings', 'employees.block'];

/** Returns the kind of record to which an id field of a route refers; null for the id of a new record. */
export function recordKind(field: string, { name, write }: Pick<Route, 'name' | 'write'>): string | null {
  if (field === 'user_id' && employeeCalls.includes(name)) return 'employee';
  if (field === 'user_id' && name === 'people.new_lead_task') return 'lead';
  const knownKind = byField[field];
  if (knownKind !== undefined) return knownKind;
  if (field.endsWith('_id')) return null;
  if (write) return byWrite[write.kind] ?? byEntity[write.entity] ?? null;
  return byCall.find(([start]) => name.startsWith(start))?.[1] ?? 'person';
}
