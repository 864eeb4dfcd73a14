import { PhoneNumber } from '../../../contract/entities/contact.ts';
import type { Interaction, InteractionLogArgs } from '../../../contract/entities/interaction.ts';
import { taskResults, type InteractionKind } from '../../../contract/values.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { deleteDraft, saveDraft, savedDraft } from '../../forms/drafts.ts';
import {
  emptyOutcome,
  durationFields,
  durationSeconds,
  outcomeErrors,
  type CallOutcome,
  type OutcomeErrors,
} from './outcome.ts';

/** Values of the call form, which may be incomplete. */
export interface CallDraft extends CallOutcome {
  /** Id of the row to be created, so that saving twice creates only one row. */
  id: string;
  contact_id: string | null;
  /** Id of the called person; null if a contact was called. */
  user_id: string | null;
  name: string;
  /** The called phone number if no contact or person is selected. */
  number: string;
  kind: InteractionKind;
  direction: 'in' | 'out';
  /** Instant of the call; empty while date or time is incomplete. */
  at: string;
}

/** The called party: a contact, a person or a bare number. */
export type CalledPerson = Pick<CallDraft, 'contact_id' | 'user_id' | 'name' | 'number'>;

export interface CallErrors extends OutcomeErrors {
  person?: string;
  at?: string;
}

export function newCallDraft(
  id: string,
  at: string,
  person: Pick<CallDraft, 'contact_id' | 'user_id' | 'name'>,
): CallDraft {
  return { ...emptyOutcome, ...person, id, number: '', kind: 'call', direction: 'out', at };
}

export function draftOf(row: Interaction, name: string): CallDraft {
  const { id, contact_id, user_id, phone_raw, kind, direction, at, result, note, follow_up_at } = row;
  return {
    ...emptyOutcome,
    ...durationFields(row.duration_s),
    id,
    contact_id,
    user_id,
    name,
    kind,
    direction,
    at,
    result,
    note,
    number: phone_raw ?? '',
    follow: follow_up_at === null ? 'none' : 'pick',
    follow_up_at: follow_up_at ?? '',
  };
}

/** Changes the type of interaction. Clears a result that the new type does not have, and the duration for a message. */
export function withKind(draft: CallDraft, kind: InteractionKind): CallDraft {
  const hasResult = (taskResults[kind] as readonly string[]).includes(draft.result);
  return { ...draft, kind, ...(!hasResult && { result: '' }), ...(kind === 'message' && { minutes: '', seconds: '' }) };
}

/** Returns error codes by field. Values that equal those of `stored` are not validated again. */
export function callErrors(draft: CallDraft, now: number, stored: Interaction | null): CallErrors {
  const { follow_up, ...rest } = outcomeErrors(draft, now);
  const isMoved = draft.follow_up_at !== (stored?.follow_up_at ?? '');
  const hasPerson =
    stored !== null ||
    draft.contact_id !== null ||
    draft.user_id !== null ||
    PhoneNumber.safeParse(draft.number).success;
  const person = draft.number === '' ? 'required' : 'phone_invalid';
  const at =
    draft.at === '' ? 'required' : Date.parse(draft.at) > now && draft.at !== stored?.at ? 'in_future' : undefined;
  return {
    ...(!hasPerson && { person }),
    ...(at !== undefined && { at }),
    ...rest,
    ...(follow_up !== undefined && isMoved && { follow_up }),
  };
}

export type CallFields = Pick<
  InteractionLogArgs,
  'direction' | 'at' | 'duration_s' | 'result' | 'note' | 'follow_up_at'
>;

/** Returns the fields of an interaction from a valid draft. */
export function fieldsOf(draft: CallDraft): CallFields {
  return {
    direction: draft.direction,
    at: draft.at,
    duration_s: durationSeconds(draft) ?? 0,
    result: draft.result as CallFields['result'],
    note: draft.note.trim(),
    follow_up_at: draft.follow_up_at || null,
  };
}

const DRAFT = 'call';

/** Returns the draft that was saved when the form was left. */
export async function savedCallDraft(db: PhoneDb): Promise<CallDraft | null> {
  const saved = await savedDraft(db, DRAFT);
  // An older version of the form may have stored the draft, so missing fields are filled in.
  return saved && { ...newCallDraft('', '', { contact_id: null, user_id: null, name: '' }), ...saved };
}

export const saveCallDraft = (db: PhoneDb, draft: CallDraft): Promise<void> => saveDraft(db, DRAFT, draft);

export const deleteCallDraft = (db: PhoneDb): Promise<void> => deleteDraft(db, DRAFT);
