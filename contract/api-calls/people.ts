import { Employee } from '../entities/employee.ts';
import { PersonEvent } from '../entities/person-event.ts';
import { Person, personFields } from '../entities/person.ts';
import { Task } from '../entities/task.ts';
import { WaitingLead } from '../entities/waiting-lead.ts';
import { Id, Instant, LongText, text } from '../fields.ts';
import { OptionalPageQuery, PageQuery, pageSchema, wholeOrPageSchema } from '../paging.ts';
import { closeReasons, leadRejectReasons, taskTypes } from '../values.ts';
import { personStatuses, structureOrders } from '../filter-values.ts';
import {
  forceNeedsReason,
  phoneOrEmail,
  duplicateNeedsOriginal,
  otherNeedsText,
  StartIn,
} from '../entities/lead-args.ts';
import { z } from '../zod.ts';
import { bulkFilteredPeople, bulkPeople } from './bulk-people.ts';
import { Choice } from './choices.ts';
import { defineCall, staff } from './define.ts';
import { peopleFilters } from './people-filters.ts';

const at = z.optional(Instant);
const Ok = z.object({ ok: z.literal(true) });
const managers = ['manager', 'admin'] as const;

const Column = z.object({ key: z.string(), label: z.string() });

/**
 * A row in the table of people: the person with computed values. `tags_groups` maps each tag group to the person's tags
 * in that group.
 */
export const StructureUser = z.object({
  ...Person.shape,
  /** First and last name. */
  name: z.string(),
  open_tasks: z.int(),
  last_contact_at: z.nullable(Instant),
  /** The open task with this person that starts first, regardless of its assignee. */
  next_task: z.nullable(z.object({ type: z.enum(taskTypes), start_at: Instant })),
  tags_groups: z.record(z.string(), z.array(z.string())),
});
export type StructureUser = z.infer<typeof StructureUser>;

/** A recorded action on an account and the user who performed it. */
export const ActionLogEntry = z.object({
  id: Id,
  at: Instant,
  action: z.string(),
  by_id: z.nullable(Id),
  by_name: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
export type ActionLogEntry = z.infer<typeof ActionLogEntry>;

const TagGroup = z.object({ id: Id, name: z.string(), tags: z.array(z.object({ id: Id, name: z.string() })) });

/** Fields of a new lead, with defaults for those that may be omitted. */
export const leadBody = {
  id: z.optional(Id),
  first_name: personFields.first_name,
  last_name: z._default(personFields.last_name, ''),
  middle_name: z._default(personFields.middle_name, ''),
  phone: z._default(personFields.phone, null),
  email: z._default(personFields.email, null),
  telegram: z._default(personFields.telegram, null),
  city: z._default(personFields.city, ''),
  country: z._default(personFields.country, null),
  address: z._default(personFields.address, ''),
  language: z._default(personFields.language, 'en'),
  date_birth: z._default(personFields.date_birth, null),
  notes: z._default(personFields.notes, ''),
  tags: z._default(personFields.tags, []),
  groups: z._default(personFields.groups, []),
};

const assignShape = {
  user_id: Id,
  consultant_id: z.uuid({ error: 'employee_required' }),
  note: z._default(text(0, 500), ''),
};

export const peopleCalls = {
  'team.structure_users': defineCall({
    method: 'POST',
    path: '/api/team/get_my_structure_users/',
    roles: staff,
    summary: 'People for whom the caller is responsible, and those of the caller’s consultants',
    idempotent: false,
    query: z.strictObject({
      ...PageQuery.shape,
      ordering: z.optional(z.enum(structureOrders)),
    }),
    body: z.strictObject(peopleFilters),
    reply: z.object({
      ...pageSchema(StructureUser).shape,
      columns: z.array(Column),
      tags_groups_columns: z.array(Column),
      /**
       * Received donations of the listed people, in cents: since the start of this month in the caller's time zone, and
       * in the preceding interval of the same length.
       */
      total_donations_current: z.int(),
      total_donations_prev: z.int(),
    }),
  }),
  'team.structure_choices': defineCall({
    method: 'GET',
    path: '/api/team/get_my_structure_users/choices/',
    roles: staff,
    summary: 'Filter values for the list of people, and the colleagues to whom the caller can transfer people',
    idempotent: false,
    reply: z.object({
      statuses: z.array(Choice),
      languages: z.array(Choice),
      countries: z.array(Choice),
      responsible: z.array(Choice),
      /** Active employees to whom the caller's people can be transferred; `value` is the employee's id. */
      colleagues: z.array(Choice),
      tags: z.array(Choice),
      groups: z.array(Choice),
    }),
  }),
  'team.waiting_users': defineCall({
    method: 'POST',
    path: '/api/team/get_waiting_users/',
    roles: staff,
    summary: 'Waiting leads, longest waiting first; their phone numbers become visible only after a lead is taken',
    idempotent: false,
    query: PageQuery,
    body: z.strictObject({ language: peopleFilters.language, country: peopleFilters.country }),
    reply: pageSchema(WaitingLead),
  }),
  'team.reject_user': defineCall({
    method: 'POST',
    path: '/api/team/reject_responsible_user/',
    roles: staff,
    summary: 'Return a person to the pool',
    idempotent: true,
    body: z
      .strictObject({
        user_id: Id,
        reason: z.enum(leadRejectReasons, { error: 'required' }),
        text: z._default(text(0, 500), ''),
      })
      .check(otherNeedsText),
    success: 'user_rejected',
    reply: Ok,
  }),
  'team.completed_tasks': defineCall({
    method: 'POST',
    path: '/api/team/contact/get_completed_tasks/',
    roles: staff,
    summary: 'Finished tasks with a person: all of them, or a page if `page` or `page_size` is given',
    idempotent: false,
    query: OptionalPageQuery,
    body: z.strictObject({ user_id: Id }),
    reply: wholeOrPageSchema(Task),
  }),
  'people.details': defineCall({
    method: 'POST',
    path: '/api/accounts/user/details/',
    roles: staff,
    summary: 'A person with the latest timeline entries; managers can also request an employee of their team',
    idempotent: false,
    body: z.strictObject({ user_id: Id }),
    reply: z.object({ user: z.union([Person, Employee]), events: z.array(PersonEvent) }),
  }),
  'people.action_logs': defineCall({
    method: 'POST',
    path: '/api/accounts/user/action_logs/',
    roles: staff,
    summary:
      'Action log of a person, with the author of each change; managers can also request that of an employee of their team',
    idempotent: false,
    query: PageQuery,
    body: z.strictObject({ user_id: Id }),
    reply: pageSchema(ActionLogEntry),
  }),
  'people.remove': defineCall({
    method: 'POST',
    path: '/api/accounts/user/remove_user/',
    roles: managers,
    summary: 'Remove a person; personal data is erased after 30 days',
    idempotent: true,
    body: z.strictObject({ user_id: Id, typed_name: z.string().check(z.maxLength(300)) }),
    success: 'deleted',
    reply: Ok,
  }),
  'people.create_lead': defineCall({
    method: 'POST',
    path: '/api/accounts/user/create_lead_user/',
    roles: staff,
    summary: 'Create a lead for whom the caller is responsible',
    idempotent: true,
    body: z.strictObject(leadBody).check(phoneOrEmail),
    status: 201,
    success: 'lead_created',
    reply: Person,
  }),
  'people.give': defineCall({
    method: 'POST',
    path: '/api/accounts/user/give_away_user/',
    roles: staff,
    summary: 'Transfer one of the caller’s people to another consultant',
    idempotent: true,
    body: z.strictObject(assignShape),
    success: 'done',
    reply: Ok,
  }),
  'people.assign': defineCall({
    method: 'POST',
    path: '/api/accounts/manager/give_away_user/',
    roles: managers,
    summary: 'Assign a person to a consultant of the caller’s team; exceeding the daily limit requires a reason',
    idempotent: true,
    body: z
      .strictObject({ ...assignShape, force: z.optional(z.boolean()), reason: z.optional(text(0, 500)) })
      .check(forceNeedsReason),
    success: 'done',
    reply: Ok,
  }),
  'people.bulk': bulkPeople,
  'people.bulk_filtered': bulkFilteredPeople,
  'people.update_settings': defineCall({
    method: 'POST',
    path: '/api/accounts/user/update_settings/',
    roles: staff,
    summary:
      'Change the status, tags and groups of a person; only the status changes allowed by the lead state machine are accepted',
    idempotent: true,
    body: z
      .strictObject({
        user_id: Id,
        status: z.optional(z.enum(personStatuses)),
        reason: z.optional(z.enum(closeReasons)),
        text: z._default(LongText, ''),
        duplicate_of: z._default(z.nullable(Id), null),
        tags: z.optional(personFields.tags),
        groups: z.optional(personFields.groups),
        at,
      })
      .check(
        z.refine(({ status, tags, groups }) => (status ?? tags ?? groups) !== undefined, { error: 'empty' }),
        z.refine(({ status, reason }) => status !== 'not_active' || reason !== undefined, {
          error: 'required',
          path: ['reason'],
        }),
        // An explanation that is too long is rejected rather than truncated.
        z.refine(({ text: explanation }) => explanation.length <= 500, { error: 'too_long', path: ['text'] }),
        otherNeedsText,
        duplicateNeedsOriginal,
      ),
    success: { of: ({ status, groups }) => ((status ?? groups) === undefined ? 'tag_added' : 'lead_settings_updated') },
    reply: Person,
  }),
  'people.tags_groups': defineCall({
    method: 'GET',
    path: '/api/accounts/tags_groups/',
    roles: staff,
    summary: 'All tags, by tag group',
    idempotent: false,
    reply: z.array(TagGroup),
  }),
  'people.new_lead_task': defineCall({
    method: 'POST',
    path: '/api/user_tasks/create_new_lead_task/',
    roles: staff,
    summary:
      'Take a waiting lead and create the first task (the first request wins), or add a task for one of the caller’s leads',
    idempotent: true,
    body: z.strictObject({
      user_id: Id,
      start_in: StartIn,
      type: z._default(z.enum(taskTypes, { error: 'invalid' }), 'call'),
      task_id: z.optional(Id),
      at,
    }),
    status: 201,
    success: { of: (_, { is_new }) => (is_new ? 'task_created' : 'task_known') },
    reply: z.object({ task: Task, user: Person, is_new: z.boolean() }),
  }),
};
