import { linkOptions } from '@tanstack/react-router';
import { mergedInto } from '../../forms/entry-to-edit.ts';
import { isEditableHere } from '../../components/field/field-input.tsx';
import { fieldLabel, labelledFields } from '../../components/field/field-labels.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { EntityName } from '../../../contract/entities/stores.ts';
import type { Entry } from '../../db/outbox/entry.ts';

/** Error codes of rejections that an edit cannot resolve. */
const unfixableCodes: readonly (ErrorCode | null)[] = [
  'access_lost',
  'forbidden',
  'not_found',
  'record_deleted',
  'comment_too_old',
  'comment_deleted',
  'parent_not_found',
  'task_state',
  'lead_state',
  'already_partner',
  'not_a_partner',
  'file_invalid',
  'files_full',
  'ticket_taken',
  'no_telegram',
  'taken',
  'reopen_too_late',
  'handover_closed',
  'donation_state',
  'second_person',
  'manager_only',
];

const lostAccessCodes: readonly (ErrorCode | null)[] = ['access_lost', 'forbidden', 'not_found'];
const ownedEntities: readonly EntityName[] = [
  'contacts',
  'tasks',
  'interactions',
  'people',
  'person_events',
  'staff_tickets',
];

/**
 * Returns a link to the sheet in which the user repeats a rejected merge. If one of the contacts was merged into a
 * third contact on another device, the third contact replaces it.
 */
function mergeForm(entry: Entry) {
  const { source_id } = entry.args as { source_id: string };
  const survivorId = mergedInto(entry);
  const isSourceMerged = entry.error?.fields?.['merged'] === source_id;
  const contactId = (isSourceMerged ? undefined : survivorId) ?? entry.entity_id;
  const merge = (isSourceMerged ? survivorId : undefined) ?? source_id;
  return linkOptions({
    to: '/contacts/$contactId',
    params: { contactId },
    search: { merge, resend: entry.op_id },
  });
}

/** Returns a link to the form of the record that a rejected write concerns; the form opens with the rejected values. */
function formOf(entry: Entry) {
  const { kind, entity_id, op_id } = entry;
  const search = { resend: op_id };
  switch (kind) {
    case 'contact.create':
    case 'contact.restore':
      return mergedInto(entry) === undefined ? linkOptions({ to: '/contacts/new', search }) : null;
    case 'contact.edit':
      return linkOptions({
        to: '/contacts/$contactId/edit',
        params: { contactId: mergedInto(entry) ?? entity_id },
        search,
      });
    case 'contact.merge':
      return mergeForm(entry);
    case 'lead.create':
      return linkOptions({ to: '/leads/new', search });
    case 'donation.submit':
    case 'donation.correct':
      return linkOptions({ to: '/donations/$donationId/edit', params: { donationId: entity_id }, search });
    case 'person.edit':
      return linkOptions({ to: '/user/view-details/$personId/edit', params: { personId: entity_id }, search });
    default:
      return null;
  }
}

type Form = NonNullable<ReturnType<typeof formOf>>;

const codeOf = ({ error }: Entry): ErrorCode | null => error?.code ?? null;

/**
 * Returns where a rejected write can be corrected: in the form of its record, or in a sheet on this screen. Null if an
 * edit cannot resolve the rejection.
 */
export function editorOf(entry: Entry): { kind: 'form'; form: Form } | { kind: 'sheet' } | null {
  if (entry.state === 'blocked' || unfixableCodes.includes(codeOf(entry))) return null;
  const form = formOf(entry);
  if (form) return { kind: 'form', form };
  const isSheet = labelledFields(entry.entity, entry.args).some((field) =>
    isEditableHere(fieldLabel(entry.entity, field)),
  );
  return isSheet ? { kind: 'sheet' } : null;
}

/**
 * Returns whether the new owner of the record can use the content of the write. A request without content is of no use
 * to them.
 */
export const canHandOver = (entry: Entry): boolean =>
  entry.state === 'rejected' &&
  entry.kind !== 'ticket.take' &&
  [...lostAccessCodes, 'ticket_taken'].includes(codeOf(entry)) &&
  ownedEntities.includes(entry.entity);
