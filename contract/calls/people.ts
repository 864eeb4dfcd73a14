import { Employee } from '../entities/employee.ts';
import { PersonEvent } from '../entities/person-event.ts';
import { Person, personFields } from '../entities/person.ts';
import { Task } from '../entities/task.ts';
import { WaitingLead } from '../entities/waiting-lead.ts';
import { Country, Id, Instant, Lang, LongText, PageQuery, paged, text } from '../fields.ts';
import { closeReasons, personStatuses, leadRejectReasons, taskTypes } from '../values.ts';
import {
  forceNeedsReason,
  phoneOrEmail,
  duplicateNeedsOriginal,
  otherNeedsText,
  StartIn,
} from '../entities/lead-args.ts';
import { z } from '../zod.ts';
import { Choice } from './choices.ts';
import { defineCall, staff } from './define.ts';

const at = z.optional(Instant);
const MessageReply = z.object({ ok: z.literal(true), message: z.string() });
const managers = ['manager', 'admin'] as const;

/** Filters of the people list, combined with AND. */
const filters = {
  status: z.optional(z.array(z.enum(personStatuses)).check(z.maxLength(4))),
  responsible_id: z.optional(Id),
  language: z.optional(Lang),
  country: z.optional(Country),
  tags: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20))),
  groups: z.optional(z.array(z.string().check(z.maxLength(60))).check(z.maxLength(20))),
};

const orders = ['name', 'city', 'status', 'created_at', 'updated_at'] as const;

const Column = z.object({ key: z.string(), label: z.string() });

/** A person with the figures of the table; `tags_groups` maps each tag group to the person's tags in it. */
export const StructureUser = z.object({
  ...Person.shape,
  /** First and last name. */
  name: z.string(),
  open_tasks: z.int(),
  last_contact_at: z.nullable(Instant),
  tags_groups: z.record(z.string(), z.array(z.string())),
});
export type StructureUser = z.infer<typeof StructureUser>;

/** An action on an account and its actor. */
export const ActionLog = z.object({
  id: Id,
  at: Instant,
  action: z.string(),
  by_id: z.nullable(Id),
  by_name: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
export type ActionLog = z.infer<typeof ActionLog>;

const TagGroup = z.object({ id: Id, name: z.string(), tags: z.array(z.object({ id: Id, name: z.string() })) });

/** The fields of a lead, with defaults for those that a form may leave empty. */
const leadBody = {
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
    summary: 'People I look after, and those of my consultants',
    idempotent: false,
    query: z.strictObject({
      ...PageQuery.shape,
      ordering: z.optional(z.enum([...orders, ...orders.map((name) => `-${name}` as const)])),
    }),
    body: z.strictObject(filters),
    reply: z.object({
      ...paged(StructureUser).shape,
      columns: z.array(Column),
      tags_groups_columns: z.array(Column),
    }),
  }),
  'team.structure_choices': defineCall({
    method: 'GET',
    path: '/api/team/get_my_structure_users/choices/',
    roles: staff,
    summary: 'Filter values for the list of people, and the colleagues who can take over my people',
    idempotent: false,
    reply: z.object({
      statuses: z.array(Choice),
      languages: z.array(Choice),
      countries: z.array(Choice),
      responsible: z.array(Choice),
      /** Active employees who can take over the caller's people, with their ids. */
      colleagues: z.array(Choice),
      tags: z.array(Choice),
      groups: z.array(Choice),
    }),
  }),
  'team.waiting_users': defineCall({
    method: 'POST',
    path: '/api/team/get_waiting_users/',
    roles: staff,
    summary: 'Waiting leads, oldest first; phone numbers are shown only after taking a lead',
    idempotent: false,
    query: PageQuery,
    body: z.strictObject({ language: filters.language, country: filters.country }),
    reply: paged(WaitingLead),
  }),
  'team.reject_user': defineCall({
    method: 'POST',
    path: '/api/team/reject_responsible_user/',
    roles: staff,
    summary: 'Give a person back to the pool',
    idempotent: true,
    body: z
      .strictObject({
        user_id: Id,
        reason: z.enum(leadRejectReasons, { error: 'required' }),
        text: z._default(text(0, 500), ''),
      })
      .check(otherNeedsText),
    reply: MessageReply,
  }),
  'team.completed_tasks': defineCall({
    method: 'POST',
    path: '/api/team/contact/get_completed_tasks/',
    roles: staff,
    summary: 'Finished tasks with a person',
    idempotent: false,
    query: PageQuery,
    body: z.strictObject({ user_id: Id }),
    reply: paged(Task),
  }),
  'people.details': defineCall({
    method: 'POST',
    path: '/api/accounts/user/details/',
    roles: staff,
    summary: 'A person with the newest lines of the history; for managers also an employee of the team',
    idempotent: false,
    body: z.strictObject({ user_id: Id }),
    reply: z.object({ user: z.union([Person, Employee]), events: z.array(PersonEvent) }),
  }),
  'people.action_logs': defineCall({
    method: 'POST',
    path: '/api/accounts/user/action_logs/',
    roles: staff,
    summary: 'History of a person, for managers also of an employee of the team, with the author of each change',
    idempotent: false,
    query: PageQuery,
    body: z.strictObject({ user_id: Id }),
    reply: paged(ActionLog),
  }),
  'people.remove': defineCall({
    method: 'POST',
    path: '/api/accounts/user/remove_user/',
    roles: managers,
    summary: 'Remove a person; what is personal is erased after 30 days',
    idempotent: true,
    body: z.strictObject({ user_id: Id, typed_name: z.string().check(z.maxLength(300)) }),
    reply: MessageReply,
  }),
  'people.create_lead': defineCall({
    method: 'POST',
    path: '/api/accounts/user/create_lead_user/',
    roles: staff,
    summary: 'Add a lead by hand; the caller looks after him',
    idempotent: true,
    body: z.strictObject(leadBody).check(phoneOrEmail),
    status: 201,
    reply: Person,
  }),
  'people.give': defineCall({
    method: 'POST',
    path: '/api/accounts/user/give_away_user/',
    roles: staff,
    summary: 'Give a person of mine to another consultant',
    idempotent: true,
    body: z.strictObject(assignShape),
    reply: MessageReply,
  }),
  'people.assign': defineCall({
    method: 'POST',
    path: '/api/accounts/manager/give_away_user/',
    roles: managers,
    summary: 'Give a person to a consultant of my team; beyond the daily limit with a reason',
    idempotent: true,
    body: z
      .strictObject({ ...assignShape, force: z.optional(z.boolean()), reason: z.optional(text(0, 500)) })
      .check(forceNeedsReason),
    reply: MessageReply,
  }),
  'people.update_settings': defineCall({
    method: 'POST',
    path: '/api/accounts/user/update_settings/',
    roles: staff,
    summary: 'Status, tags and groups of a person; a status moves by its own rules',
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
        // The reason for closing is stored whole or rejected, never truncated.
        z.refine(({ text: words }) => words.length <= 500, { error: 'too_long', path: ['text'] }),
        otherNeedsText,
        duplicateNeedsOriginal,
      ),
    reply: Person,
  }),
  'people.tags_groups': defineCall({
    method: 'GET',
    path: '/api/accounts/tags_groups/',
    roles: staff,
    summary: 'Tags by their groups',
    idempotent: false,
    reply: z.object({ results: z.array(TagGroup) }),
  }),
  'people.new_lead_task': defineCall({
    method: 'POST',
    path: '/api/user_tasks/create_new_lead_task/',
    roles: staff,
    summary: 'Take a waiting lead with the first task, the first to ask gets it; or add a task with a lead of mine',
    idempotent: true,
    body: z.strictObject({
      user_id: Id,
      start_in: StartIn,
      type: z._default(z.enum(taskTypes, { error: 'invalid' }), 'call'),
      task_id: z.optional(Id),
      at,
    }),
    status: 201,
    reply: z.object({ task: Task, user: Person, message: z.string() }),
  }),
};
