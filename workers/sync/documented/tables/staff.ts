import { personStatuses, priorities, ticketStates, ticketTypes } from '../../../../contract/filter-values.ts';
import { languages } from '../../../../contract/preference-values.ts';
import { defaultMinutes } from '../../../../contract/states/task.ts';
import {
  allResults,
  deliveryStates,
  directions,
  personSources,
  rejectReasons,
  taskStates,
  taskTypes,
  ticketAccess,
} from '../../../../contract/values.ts';
import { isObject, RowReader } from '../values.ts';
import { photoOf } from './own.ts';
import type { RowContext, TableReader } from './shared.ts';

type Stored = Record<string, unknown> | null;

/** Names that other APIs use for the states of a task. */
const taskStateNames: Record<string, (typeof taskStates)[number]> = {
  new: 'planned',
  open: 'planned',
  started: 'in_progress',
  running: 'in_progress',
  active: 'in_progress',
  done: 'completed',
  finished: 'completed',
  closed: 'completed',
  canceled: 'cancelled',
};

function taskStateOf(row: RowReader): (typeof taskStates)[number] {
  const state = row.oneOf(taskStates, null, 'state', 'status');
  return (
    state ??
    taskStateNames[row.text('state', 'status').toLowerCase()] ??
    (row.bool('is_completed', 'completed') ? 'completed' : 'planned')
  );
}

/** Returns the work intervals; those of this phone if the API stores none. */
function slicesOf(row: RowReader, stored: Stored): unknown {
  if (Array.isArray(row.fields['slices'])) return row.fields['slices'];
  return stored?.['slices'] ?? [];
}

function taskTimes(row: RowReader, type: (typeof taskTypes)[number]) {
  const start_at = row.requiredInstant('start_at', 'start', 'starts_at', 'date_start', 'date');
  const end_at = row.instant('end_at', 'end', 'ends_at', 'date_end');
  return { start_at, end_at: end_at ?? new Date(Date.parse(start_at) + defaultMinutes[type] * 60_000).toISOString() };
}

const group = (name: string) => ({ call: 'tasks.list', body: { group: name }, paged: true }) as const;

export const tasks: TableReader = {
  entity: 'tasks',
  space: 'task',
  staff: true,
  lists: [group('today'), group('future'), group('completed')],
  // Finished tasks leave the lists after a while, and there is no call that returns one task.
  whole: false,
  minutes: [5, 20],
  read: (row, { user_id, now, stored }) => {
    const type = row.oneOf(taskTypes, 'call', 'type', 'task_type', 'kind');
    const state = taskStateOf(row);
    const created_at = row.instant('created_at', 'created') ?? (stored?.['created_at'] as string | undefined) ?? now;
    const updated_at = row.instant('updated_at', 'updated') ?? created_at;
    const isClosed = state === 'completed' || state === 'cancelled';
    const times = taskTimes(row, type);
    const assignee_id = row.ref('user', 'assignee_id', 'assignee', 'consultant', 'employee') ?? user_id;
    return {
      id: row.id('task'),
      type,
      title: row.required('title', 'name', 'type'),
      place: row.text('place', 'location'),
      description: row.text('description', 'text'),
      ...times,
      priority: row.oneOf(priorities, 'normal', 'priority'),
      linked_user_id: row.ref('user', 'linked_user_id', 'linked_user', 'user'),
      contact_id: row.ref('contact', 'contact_id', 'contact'),
      linked_name: row.personName('linked_name', 'linked_user', 'user') || null,
      direction: row.oneOf(directions, null, 'direction'),
      phone_used: row.textOrNull('phone_used'),
      assignee_id,
      author_id: row.ref('user', 'author_id', 'author', 'created_by') ?? assignee_id,
      state,
      slices: slicesOf(row, stored),
      result: row.oneOf(allResults, null, 'result'),
      result_note: row.text('result_note', 'result_text', 'comment'),
      cancel_reason: row.text('cancel_reason'),
      reminders: row.list('reminders'),
      source: row.oneOf(['manual', 'lead_auto', 'import', 'follow_up'], 'manual', 'source'),
      follow_up_of: row.ref('task', 'follow_up_of'),
      follow_up_task_id: row.ref('task', 'follow_up_task_id'),
      overlap: row.bool('overlap'),
      closed_at: isClosed
        ? (row.instant('closed_at', 'finished_at', 'completed_at') ??
          (stored?.['closed_at'] as string | null | undefined) ??
          times.end_at)
        : null,
      created_at,
      updated_at,
    };
  },
};

export const waitingLeads: TableReader = {
  entity: 'waiting_leads',
  space: 'user',
  staff: true,
  lists: [{ call: 'team.waiting_users', body: {}, paged: true }],
  whole: true,
  minutes: [5, 20],
  read: (row, { me, now, stored }) => ({
    id: row.id('user'),
    first_name: row.text('first_name') || row.required('name', 'full_name'),
    city: row.text('city'),
    country: row.textOrNull('country'),
    language: row.oneOf(languages, me?.language ?? 'en', 'language', 'lang'),
    waiting_since:
      row.instant('waiting_since', 'created_at', 'created', 'date_joined') ??
      (stored?.['waiting_since'] as string | undefined) ??
      now,
    source: row.oneOf(personSources, null, 'source'),
  }),
};

/** Returns the fields of a partner, which other people do not have. */
const partnerFields = (row: RowReader) =>
  row.has('partner_since') && {
    partner_since: row.instant('partner_since'),
    ...(row.has('company') && { company: row.text('company') }),
    ...(row.has('partner_note') && { partner_note: row.text('partner_note') }),
    ...(row.has('commission_percent') && { commission_percent: row.int(0, 'commission_percent') }),
    ...(row.has('partner_files') && { partner_files: row.list('partner_files') }),
  };

export const people: TableReader = {
  entity: 'people',
  space: 'user',
  staff: true,
  lists: [{ call: 'team.structure_users', body: {}, paged: true }],
  detail: (id) => ({ call: 'people.details', body: { user_id: id } }),
  whole: true,
  minutes: [10, 60],
  read: (row, { me, now, stored }: RowContext) => {
    const created_at =
      row.instant('created_at', 'created', 'date_joined') ?? (stored?.['created_at'] as string | undefined) ?? now;
    return {
      ...partnerFields(row),
      id: row.id('user'),
      first_name: row.text('first_name') || row.required('name', 'full_name', 'username'),
      last_name: row.text('last_name'),
      middle_name: row.text('middle_name', 'patronymic'),
      phone: row.textOrNull('phone', 'phone_number'),
      phone_invalid: row.bool('phone_invalid'),
      email: row.textOrNull('email'),
      telegram: row.textOrNull('telegram'),
      city: row.text('city'),
      country: row.textOrNull('country'),
      address: row.text('address'),
      language: row.oneOf(languages, me?.language ?? 'en', 'language', 'lang'),
      date_birth: row.day('date_birth', 'birth_date', 'birthday'),
      status: row.oneOf(personStatuses, 'active', 'status'),
      responsible_id: row.ref('user', 'responsible_id', 'responsible', 'consultant', 'responsible_user'),
      responsible_name: row.personName('responsible_name', 'responsible', 'consultant', 'responsible_user') || null,
      tags: row.texts('tags'),
      groups: row.texts('groups'),
      source: row.oneOf(personSources, null, 'source'),
      do_not_contact: row.bool('do_not_contact'),
      notes: row.text('notes', 'note'),
      ...(row.has('gender') && { gender: row.oneOf(['m', 'f', 'x'], null, 'gender') }),
      ...(row.has('work_zone') && { work_zone: row.text('work_zone') }),
      is_subscribed: row.bool('is_subscribed'),
      is_blocked: row.bool('is_blocked', 'blocked'),
      has_login: row.has('has_login') ? row.bool('has_login') : true,
      waiting_since: row.instant('waiting_since'),
      next_step_at: row.instant('next_step_at'),
      ...(row.has('returns_at') && { returns_at: row.instant('returns_at') }),
      created_at,
      updated_at: row.instant('updated_at', 'updated') ?? created_at,
    };
  },
};

/** Returns the messages of a ticket. A message without an id is identified by the ticket's id and its position. */
function messagesOf(row: RowReader, ticket: string, at: string): unknown[] {
  return row
    .list('messages', 'comments', 'answers')
    .filter(isObject)
    .map((raw, index) => {
      const message = new RowReader(raw, row.ids);
      return {
        id: message.ref('message', 'id') ?? (index === 0 ? ticket : row.ids.own('message', `${ticket}:${index}`)),
        author_id: message.ref('user', 'author_id', 'author', 'user') ?? row.ref('user', 'author_id', 'author', 'user'),
        author_name: message.personName('author_name', 'author', 'user'),
        by_staff: message.bool('by_staff', 'is_staff', 'from_staff'),
        body: message.text('body', 'text', 'message'),
        attachments: message
          .list('attachments')
          .flatMap((file) => photoOf(new RowReader({ file }, row.ids), 'file') ?? []),
        at: message.instant('at', 'created_at', 'date') ?? at,
        internal: message.bool('internal', 'is_internal'),
        delivery: message.oneOf(deliveryStates, null, 'delivery'),
      };
    });
}

function accessOf(row: RowReader, responsible_id: string | null, user_id: string): (typeof ticketAccess)[number] {
  const access = row.oneOf(ticketAccess, null, 'access');
  if (access) return access;
  if (responsible_id === null) return 'free';
  return responsible_id === user_id ? 'own' : 'other';
}

export const staffTickets: TableReader = {
  entity: 'staff_tickets',
  space: 'ticket',
  staff: true,
  lists: [{ call: 'tickets.list', body: {}, paged: true }],
  // In the specification, reading an unassigned ticket takes it, so only own tickets and those of the team are read.
  detail: (id, row) =>
    row?.['access'] === 'own' || row?.['access'] === 'team' ? { call: 'tickets.detail', body: { id } } : null,
  only_in_detail: ['messages'],
  whole: false,
  minutes: [5, 20],
  read: (row, { user_id, now, stored }) => {
    const id = row.id('ticket');
    const responsible_id = row.ref('user', 'responsible_id', 'responsible', 'consultant');
    const access = accessOf(row, responsible_id, user_id);
    const created_at =
      row.instant('created_at', 'created', 'date') ?? (stored?.['created_at'] as string | undefined) ?? now;
    const state = row.oneOf(ticketStates, responsible_id === null ? 'new' : 'taken', 'state', 'status');
    return {
      id,
      number: row.number('number') ?? row.number('id'),
      type: row.oneOf(ticketTypes, 'other', 'type', 'category'),
      subject: row.text('subject', 'title', 'theme') || row.required('text', 'message'),
      state,
      priority: row.oneOf(priorities, 'normal', 'priority'),
      author_id: row.ref('user', 'author_id', 'author', 'user', 'user_id'),
      author_name: row.personName('author_name', 'author', 'user'),
      responsible_id,
      responsible_name: row.personName('responsible_name', 'responsible', 'consultant') || null,
      previous_id: row.ref('ticket', 'previous_id'),
      reason: row.text('reason'),
      reject_reason: row.oneOf(rejectReasons, null, 'reject_reason'),
      duplicate_of: row.ref('ticket', 'duplicate_of'),
      messages: messagesOf(row, id, created_at),
      rating: isObject(row.value('rating')) ? row.value('rating') : null,
      access,
      has_telegram: row.bool('has_telegram'),
      ...(row.has('preview') && { preview: row.text('preview') }),
      taken_at: row.instant('taken_at'),
      first_response_due: row.instant('first_response_due'),
      first_answered_at: row.instant('first_answered_at'),
      resolve_due: row.instant('resolve_due'),
      snooze_until: row.instant('snooze_until'),
      created_at,
      updated_at: row.instant('updated_at', 'updated') ?? created_at,
      closed_at: row.instant('closed_at'),
    };
  },
};
