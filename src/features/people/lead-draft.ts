import type { Contact } from '../../../contract/entities/contact.ts';
import { partnerFields, partnerOf } from '../../../contract/entities/partner.ts';
import { personFields, type Person } from '../../../contract/entities/person.ts';
import type { Args } from '../../../contract/writes/index.ts';
import { z } from '../../../contract/zod.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { deleteDraft, saveDraft, savedDraft } from '../../forms/drafts.ts';
import { choiceField, requiredText } from '../../forms/schema.ts';
import { fromDateTimeInput, toDateTimeInput } from '../../lib/dates.ts';
import { parsePhone, formatPhone } from '../../lib/phone.ts';
import { telegramName } from '../../lib/telegram-name.ts';
import { jsonEqual } from '../../../contract/json-equal.ts';

/** Values of the form as typed, which may be incomplete. */
export interface LeadDraft {
  first_name: string;
  last_name: string;
  middle_name: string;
  phone: string;
  email: string;
  telegram: string;
  city: string;
  country: string;
  address: string;
  language: string;
  date_birth: string;
  /** The time of the next step in the format of a date and time field. */
  next_step_at: string;
  notes: string;
  tags: string[];
  groups: string[];
  /** The fields of a partner; empty for a person who is not a partner. */
  company: string;
  partner_note: string;
}

export const emptyLead = (language: string): LeadDraft => ({
  first_name: '',
  last_name: '',
  middle_name: '',
  phone: '',
  email: '',
  telegram: '',
  city: '',
  country: '',
  address: '',
  language,
  date_birth: '',
  next_step_at: '',
  notes: '',
  tags: [],
  groups: [],
  company: '',
  partner_note: '',
});

type Fields = Omit<Args<'lead.create'>, 'at'>;
export type LeadFields = Fields & { next_step_at: string | null; company: string; partner_note: string };

/** Returns the fields with which a person is created. */
export function leadArgs({ next_step_at: _, company: __, partner_note: ___, ...fields }: LeadFields): Fields {
  return fields;
}

/** The fields of a person that have a value; the others are missing. */
export type KnownFields = { [K in keyof LeadFields]?: LeadFields[K] | undefined };

/** Converts the given fields of a person to form values. Missing fields are empty. */
export async function draftOf(known: KnownFields, language: string): Promise<LeadDraft> {
  const { phone, email, telegram, country, date_birth, next_step_at, ...texts } = known;
  const empty = emptyLead(language);
  const isField = ([name, value]: [string, unknown]): boolean => Object.hasOwn(empty, name) && value !== undefined;
  const named = Object.fromEntries(Object.entries(texts).filter(isField));
  return {
    ...empty,
    ...named,
    phone: phone ? await formatPhone(phone) : '',
    email: email ?? '',
    telegram: telegram ? `@${telegram}` : '',
    country: country ?? '',
    date_birth: date_birth ?? '',
    next_step_at: next_step_at ? toDateTimeInput(next_step_at) : '',
  };
}

/** Returns the fields of a contact that are used when it becomes a lead. */
export const fieldsFromContact = (contact: Contact): Partial<LeadFields> => ({
  first_name: contact.first_name,
  last_name: contact.last_name,
  middle_name: contact.middle_name,
  phone: contact.phones[0]?.number ?? null,
  email: contact.emails[0] ?? null,
  telegram: contact.telegram,
  city: contact.city,
  country: contact.country,
  address: contact.address,
  date_birth: contact.date_birth,
  notes: contact.notes,
});

const orNull = (text: string): string | null => text.trim() || null;

export interface LeadContext {
  /** The stored person, whose unchanged number is not validated again; null for a new person. */
  person: Person | null;
  /** Country of the user's account, which completes a national phone number. */
  country: string | null;
  /** Today's date, as 2026-05-03. */
  today: string;
}

async function phoneNumberOf(
  { phone, country }: LeadDraft,
  { person, country: own }: LeadContext,
): Promise<string | null> {
  if (phone.trim() === '') return null;
  if (person?.phone && phone === (await formatPhone(person.phone))) return person.phone;
  // Text that is not a phone number is passed on, because the contract's schema rejects it.
  return (await parsePhone(phone, country || own)) ?? phone;
}

/** Returns the schema of a person as the contract defines it. */
const leadObject = ({ person, today }: LeadContext) =>
  z
    .object({
      ...personFields,
      ...partnerFields,
      first_name: requiredText(personFields.first_name),
      date_birth: personFields.date_birth.check(
        z.refine((day) => day === null || day <= today, { error: 'in_future' }),
      ),
      language: choiceField(personFields.language),
      next_step_at: z.nullable(z.string()),
    })
    .check(
      z.check<Pick<LeadFields, 'phone' | 'email'>>(
        ({ value, issues }) => {
          // A person who logs in only through Telegram has neither phone nor email, and only the person can add one.
          // Therefore both may be missing in an employee's form.
          if (value.phone !== null || value.email !== null || person?.has_login) return;
          issues.push({ code: 'custom', path: ['phone'], message: 'phone_or_email', input: value });
        },
        { when: () => true },
      ),
    );

/** Returns the schema that converts the form values to the fields of a person. */
export function leadSchema(context: LeadContext) {
  const fieldsOf = async (draft: LeadDraft): Promise<z.input<ReturnType<typeof leadObject>>> => ({
    ...draft,
    phone: await phoneNumberOf(draft, context),
    email: orNull(draft.email),
    telegram: orNull(telegramName(draft.telegram)),
    country: orNull(draft.country),
    date_birth: orNull(draft.date_birth),
    next_step_at: fromDateTimeInput(draft.next_step_at) || null,
  });
  return z.pipe(z.pipe(z.custom<LeadDraft>(), z.transform(fieldsOf)), leadObject(context));
}

/** Returns the fields that differ from those that the person had when the form was opened. */
export function changedFields(person: Person, fields: LeadFields): Args<'person.edit'> {
  const isOfPerson = (name: string): boolean => partnerOf(person) !== null || !Object.hasOwn(partnerFields, name);
  const names = (Object.keys(fields) as (keyof LeadFields)[]).filter(isOfPerson);
  const isChanged = (name: keyof LeadFields): boolean => !jsonEqual(person[name], fields[name]);
  // A form field has minute precision, so a difference of seconds is not a change.
  const isSameMinute = toDateTimeInput(person.next_step_at ?? '') === toDateTimeInput(fields.next_step_at ?? '');
  const changed = names.filter((name) => (name === 'next_step_at' ? !isSameMinute : isChanged(name)));
  return Object.fromEntries(changed.map((name) => [name, fields[name]]));
}

const draftName = (form: string): string => `lead:${form}`;

/** A stored draft: the form values when the form was left, and the person as it was when the form was opened. */
interface SavedLead {
  draft: Partial<LeadDraft>;
  began: Person | null;
}

export async function savedLeadDraft(db: PhoneDb, form: string): Promise<SavedLead | null> {
  const saved = await savedDraft(db, draftName(form));
  return saved && { draft: {}, began: null, ...saved };
}

export async function saveLeadDraft(db: PhoneDb, form: string, saved: SavedLead): Promise<void> {
  await saveDraft(db, draftName(form), saved);
}

export const deleteLeadDraft = (db: PhoneDb, form: string): Promise<void> => deleteDraft(db, draftName(form));

/** Applies the changes of a stored draft on top of the current values, which others may have changed. */
export async function rebaseDraft({ draft, began }: SavedLead, fresh: LeadDraft): Promise<LeadDraft> {
  if (!began) return { ...fresh, ...draft };
  const before = await draftOf(began, fresh.language);
  const names = Object.keys(fresh) as (keyof LeadDraft)[];
  const changed = names.filter((place) => !jsonEqual(draft[place], before[place]));
  return { ...fresh, ...Object.fromEntries(changed.map((place) => [place, draft[place] ?? fresh[place]])) };
}
