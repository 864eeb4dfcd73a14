import { storedContactFields, type Contact, type ContactPhone } from '../../../../contract/entities/contact.ts';
import { jsonEqual } from '../../../../contract/json-equal.ts';
import type { Args } from '../../../../contract/writes/index.ts';
import { MAX_EMAILS, MAX_PHONES } from '../form-draft.ts';

type StoredFields = Args<'contact.merge'>['source'];
export type FieldName = keyof StoredFields | 'photo';
/** The contact whose value a field gets; `both` joins the values. */
export type MergeSide = 'kept' | 'other' | 'both';

/** A field in which the contacts differ, with the values to choose from. */
export interface Difference {
  field: FieldName;
  options: { side: MergeSide; value: unknown }[];
  /** The side that is selected at first. */
  initial: MergeSide;
}

export interface MergePlan {
  differences: Difference[];
  /** Values of fields that need no choice, because only one contact has a value or the values can be joined. */
  joined: Partial<Record<FieldName, unknown>>;
}

const MAX_NOTES = 10_000;

const storedNames = Object.keys(storedContactFields) as (keyof StoredFields)[];
const fieldNames: readonly FieldName[] = ['photo', ...storedNames];

const isEmpty = (field: FieldName, value: unknown): boolean =>
  value === null || value === '' || value === false || (field === 'status' && value === 'new') || jsonEqual(value, []);

/**
 * Returns the numbers of both lists without duplicates. A number without a label gets the label from the other list.
 */
function joinPhones(kept: readonly ContactPhone[], other: readonly ContactPhone[]): ContactPhone[] {
  const labelled = kept.map((phone) => {
    const label = phone.label || (other.find(({ number }) => number === phone.number)?.label ?? '');
    return { ...phone, label };
  });
  return [...labelled, ...other.filter(({ number }) => !kept.some((phone) => phone.number === number))];
}

/** Returns the email addresses of both lists without duplicates. */
const joinEmails = (kept: readonly string[], other: readonly string[]): string[] => [
  ...kept,
  ...other.filter((email) => !kept.some((known) => known.toLowerCase() === email.toLowerCase())),
];

/** Returns both notes, one after the other, unless one contains the other. */
function joinNotes(kept: string, other: string): string {
  if (kept.includes(other)) return kept;
  return other.includes(kept) ? other : `${kept}\n\n${other}`;
}

/** Returns the joined value of a field; undefined if its values cannot be joined, or would be too long. */
function joinedValue(field: FieldName, kept: Contact, other: Contact): unknown {
  if (field === 'phones') {
    const phones = joinPhones(kept.phones, other.phones);
    return phones.length <= MAX_PHONES ? phones : undefined;
  }
  if (field === 'emails') {
    const emails = joinEmails(kept.emails, other.emails);
    return emails.length <= MAX_EMAILS ? emails : undefined;
  }
  if (field !== 'notes') return undefined;
  const notes = joinNotes(kept.notes, other.notes);
  return notes.length <= MAX_NOTES ? notes : undefined;
}

/**
 * Returns the side that is selected at first for a field. A wish not to be contacted is kept, whichever contact has it.
 */
const initialSide = (field: FieldName, other: unknown): MergeSide =>
  field === 'status' && other === 'do_not_contact' ? 'other' : 'kept';

/** Compares two contacts: returns the fields to choose from, and the values of those that need no choice. */
export function planMerge(kept: Contact, other: Contact): MergePlan {
  const plan: MergePlan = { differences: [], joined: {} };
  for (const field of fieldNames) {
    const [mine, theirs]: unknown[] = [kept[field], other[field]];
    if (isEmpty(field, theirs) || jsonEqual(mine, theirs)) continue;
    const both = joinedValue(field, kept, other);
    // Lists and notes also need no choice if the value of one contact contains that of the other.
    const needsNoChoice = isEmpty(field, mine) || jsonEqual(both, mine) || jsonEqual(both, theirs);
    if (needsNoChoice) {
      const value = isEmpty(field, mine) ? theirs : both;
      if (!jsonEqual(value, mine)) plan.joined[field] = value;
      continue;
    }
    const options: Difference['options'] = [
      { side: 'kept', value: mine },
      { side: 'other', value: theirs },
    ];
    if (both === undefined) plan.differences.push({ field, options, initial: initialSide(field, theirs) });
    else
      plan.differences.push({ field, options: [{ side: 'both' as const, value: both }, ...options], initial: 'both' });
  }
  return plan;
}

export type MergeSides = Partial<Record<FieldName, MergeSide>>;

/** Returns the fields that the merge changes in the contact that stays, with their new values. */
export function changedValues(
  kept: Contact,
  { differences, joined }: MergePlan,
  sides: MergeSides,
): Partial<Record<FieldName, unknown>> {
  const chosen = differences.map(({ field, options, initial }) => {
    const side = sides[field] ?? initial;
    return [field, options.find((option) => option.side === side)?.value] as const;
  });
  const values = Object.entries({ ...joined, ...Object.fromEntries(chosen) });
  return Object.fromEntries(values.filter(([field, value]) => !jsonEqual(value, kept[field as FieldName])));
}

const pick = (contact: Contact, names: readonly string[]) =>
  Object.fromEntries(storedNames.filter((name) => names.includes(name)).map((name) => [name, contact[name]]));

/** Builds the args of the merge, which hold the contacts as the user saw them. */
export function mergeArgs(
  kept: Contact,
  other: Contact,
  values: Partial<Record<FieldName, unknown>>,
  at: string,
): Args<'contact.merge'> {
  const { photo, ...fields } = values;
  return {
    source_id: other.id,
    merged_ids: other.merged_ids ?? [],
    fields: fields as Partial<StoredFields>,
    base: pick(kept, Object.keys(fields)) as Partial<StoredFields>,
    source: pick(other, storedNames) as StoredFields,
    ...(photo !== undefined && { photo: photo as NonNullable<Contact['photo']> }),
    at,
  };
}

/**
 * Returns the values of a rejected edit of a merged contact, for the form of the contact that stayed: phone numbers,
 * email addresses and notes are added to those of that contact.
 */
export function addToSurvivor(survivor: Contact, edit: Partial<StoredFields>): Partial<StoredFields> {
  const edited = { ...survivor, ...edit } as Contact;
  const lists = (['phones', 'emails', 'notes'] as const).filter((field) => field in edit);
  const joined = lists.map((field) => [field, joinedValue(field, survivor, edited) ?? edit[field]]);
  return { ...edit, ...(Object.fromEntries(joined) as Partial<StoredFields>) };
}
