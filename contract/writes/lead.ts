import {
  duplicateNeedsOriginal,
  forceNeedsReason,
  otherNeedsText,
  phoneOrEmail,
  StartIn,
} from '../entities/lead-args.ts';
import { partnerFields } from '../entities/partner.ts';
import { personFields, type Person } from '../entities/person.ts';
import { NoteText, type PersonEvent } from '../entities/person-event.ts';
import { Refused } from '../errors.ts';
import { Id, Instant, text } from '../fields.ts';
import { activateLead, closeLead, giveLead, isNameTyped, rejectLead, reopenLead } from '../states/lead.ts';
import { closeReasons, leadRejectReasons, taskTypes } from '../values.ts';
import { z } from '../zod.ts';
import { defineWrite, applyPatch } from './define.ts';

/**
 * Requests a lead from the pool, together with the first task. Only the server can grant it, so nothing changes locally
 * until then. `confirmed`: the user still wants the lead although the request is more than half an hour old.
 */
export const takeLead = defineWrite({
  entity: 'waiting_leads',
  mode: 'command',
  v: 1,
  args: z.strictObject({
    task_id: Id,
    start_in: StartIn,
    type: z.enum(taskTypes, { error: 'invalid' }),
    confirmed: z.optional(z.boolean()),
    at: Instant,
  }),
  optimistic: (row) => row,
  documented: {
    call: 'people.new_lead_task',
    to_body: ({ confirmed: _, ...args }, id) => ({ user_id: id, ...args }),
    from_body: () => null,
  },
});

const LeadCreateArgs = z.strictObject({ ...personFields, at: Instant }).check(phoneOrEmail);

/** Creates a lead that is assigned to its creator. */
export const createLead = defineWrite({
  entity: 'people',
  mode: 'create',
  v: 1,
  args: LeadCreateArgs,
  optimistic: (row, { at, ...fields }, { id, user_id, user_name }): Person =>
    row ?? {
      ...fields,
      id,
      rev: 0,
      phone_invalid: false,
      status: 'processing',
      responsible_id: user_id,
      responsible_name: user_name,
      source: 'manual',
      do_not_contact: false,
      is_subscribed: false,
      is_blocked: false,
      has_login: false,
      waiting_since: null,
      next_step_at: null,
      created_at: at,
      updated_at: at,
    },
  documented: {
    call: 'people.create_lead',
    to_body: ({ at: _, ...fields }, id) => ({ id, ...fields }),
    from_body: (reply) => reply,
  },
});

/**
 * The fields that an edit changes, including tags and groups, and for a partner the company and the note; all are
 * optional.
 */
const PersonEditArgs = z
  .partial(z.strictObject({ ...personFields, ...partnerFields, next_step_at: z.nullable(Instant) }))
  .check(z.refine((patch) => Object.keys(patch).length > 0, { error: 'empty' }));

export const editPerson = defineWrite({
  entity: 'people',
  mode: 'patch',
  v: 1,
  args: PersonEditArgs,
  optimistic: (row, patch) => row && applyPatch(row, patch),
  documented: null,
});

/** Adds a note to a person's timeline, as a new timeline entry. */
export const addPersonNote = defineWrite({
  entity: 'person_events',
  mode: 'create',
  v: 1,
  args: z.strictObject({ person_id: Id, text: NoteText, at: Instant }),
  optimistic: (row, { person_id, text: note, at }, { id, user_id, user_name }): PersonEvent =>
    row ?? { id, rev: 0, person_id, kind: 'note', at, by_id: user_id, by_name: user_name, detail: { text: note } },
  documented: null,
});

export const giveLeadWrite = defineWrite({
  entity: 'people',
  mode: 'command',
  v: 1,
  args: z
    .strictObject({
      to_id: z.uuid({ error: 'employee_required' }),
      /** Name of the new employee as the phone knows it, for display. */
      to_name: z.nullable(z.string().check(z.maxLength(201))),
      note: text(0, 500),
      /** With `force`, a manager may exceed the daily limit; a reason is then required. */
      force: z.optional(z.boolean()),
      reason: z.optional(text(0, 500)),
      at: Instant,
    })
    .check(forceNeedsReason),
  optimistic: (row, { to_id, to_name }) => row && giveLead(row, { id: to_id, name: to_name }),
  documented: null,
});

const RejectArgs = z
  .strictObject({ reason: z.enum(leadRejectReasons, { error: 'required' }), text: text(0, 500), at: Instant })
  .check(otherNeedsText);

export const rejectLeadWrite = defineWrite({
  entity: 'people',
  mode: 'command',
  v: 1,
  args: RejectArgs,
  optimistic: (row, { at }) => row && rejectLead(row, at),
  documented: null,
});

export const activateLeadWrite = defineWrite({
  entity: 'people',
  mode: 'command',
  v: 1,
  args: z.strictObject({ at: Instant }),
  optimistic: (row) => row && activateLead(row),
  documented: null,
});

export const closeLeadWrite = defineWrite({
  entity: 'people',
  mode: 'command',
  v: 1,
  args: z
    .strictObject({
      reason: z.enum(closeReasons, { error: 'required' }),
      text: text(0, 500),
      duplicate_of: z.nullable(Id),
      at: Instant,
    })
    .check(otherNeedsText, duplicateNeedsOriginal),
  optimistic: (row, { reason }) => row && closeLead(row, reason),
  documented: null,
});

export const reopenLeadWrite = defineWrite({
  entity: 'people',
  mode: 'command',
  v: 1,
  args: z.strictObject({ at: Instant }),
  optimistic: (row, { at }, { is_manager }) => row && reopenLead(row, { at, by_manager: is_manager }),
  documented: null,
});

/** Removes a person; allowed only for managers, who type the person's name to confirm. */
export const removeLead = defineWrite({
  entity: 'people',
  mode: 'delete',
  v: 1,
  args: z.strictObject({ typed_name: z.string().check(z.maxLength(300)), at: Instant }),
  optimistic: (row, { typed_name }) => {
    if (row && !isNameTyped(row, typed_name)) throw new Refused('name_mismatch', { typed_name: 'name_mismatch' });
    return null;
  },
  documented: null,
});
