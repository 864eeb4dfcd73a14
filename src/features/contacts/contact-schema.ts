import { contactFields, type Contact } from '../../../contract/entities/contact.ts';
import { jsonEqual } from '../../../contract/json-equal.ts';
import { z } from '../../../contract/zod.ts';
import { atHour, toDateInput } from '../../lib/dates.ts';
import { parsePhone } from '../../lib/phone.ts';
import { iso } from '../../lib/ports.ts';
import { telegramName } from '../../lib/telegram-name.ts';
import type { ContactDraft, ContactFields, EmailLine, PhoneLine } from './form-draft.ts';

/** Error codes by the path of their form field, such as `phones.1.text`. */
type Codes = Record<string, string>;

export interface ContactContext {
  /** The stored contact; null for a new one. */
  contact: Contact | null;
  /** Country of the user's account, which completes national numbers. */
  country: string | null;
  now: () => number;
}

/** The form fields that can be invalid, in the order of the form. */
export const fieldOrder = [
  'first_name',
  'last_name',
  'phones',
  'category_id',
  'status',
  'middle_name',
  'emails',
  'telegram',
  'next_step_at',
  'city',
  'country',
  'address',
  'work_zone',
  'date_birth',
  'consent_how',
  'consent_on',
  'notes',
] as const satisfies readonly (keyof ContactDraft)[];

const position = (path: string): number => fieldOrder.findIndex((name) => name === path.split('.')[0]);

async function phonesOf(lines: readonly PhoneLine[], { country, contact }: ContactContext, codes: Codes) {
  const phones: ContactFields['phones'] = [];
  for (const [index, { text, label }] of lines.entries()) {
    if (text.trim() === '') continue;
    const number = await parsePhone(text, country);
    if (number === null) codes[`phones.${index}.text`] = 'phone_invalid';
    else if (!phones.some((other) => other.number === number)) {
      const isWrong = contact?.phones.some((other) => other.number === number && other.invalid);
      phones.push({ number, label: label.trim(), ...(isWrong && { invalid: true }) });
    }
  }
  return phones;
}

function emailsOf(lines: readonly EmailLine[], codes: Codes): string[] {
  const emails: string[] = [];
  for (const [index, { text }] of lines.entries()) {
    const email = text.trim();
    if (email === '') continue;
    const parsed = contactFields.emails.safeParse([email]);
    if (!parsed.success) codes[`emails.${index}.text`] = parsed.error.issues[0]?.message ?? 'email_invalid';
    else if (!emails.includes(email)) emails.push(email);
  }
  return emails;
}

function consentOf(draft: ContactDraft, { contact, now }: ContactContext, codes: Codes) {
  const how = draft.consent_how.trim();
  if (draft.consent_on === '' && how === '') return null;
  if (draft.consent_on === '') codes['consent_on'] = 'required';
  if (how === '') codes['consent_how'] = 'required';
  if (draft.consent_on > toDateInput(now())) codes['consent_on'] = 'in_future';
  if (codes['consent_on'] || codes['consent_how']) return null;
  const isStored = contact?.consent && toDateInput(contact.consent.given_at) === draft.consent_on;
  return { given_at: isStored ? contact.consent!.given_at : iso(Math.min(atHour(draft.consent_on, 12), now())), how };
}

/**
 * Validates the form with the contract's schemas. Returns the error codes, and the fields as they are stored; fields
 * with an error are missing.
 */
async function checkContact(draft: ContactDraft, context: ContactContext): Promise<[Codes, ContactFields]> {
  const codes: Codes = {};
  const fields: ContactFields = {
    first_name: draft.first_name,
    last_name: draft.last_name,
    middle_name: draft.middle_name,
    phones: await phonesOf(draft.phones, context, codes),
    emails: emailsOf(draft.emails, codes),
    telegram: telegramName(draft.telegram) || null,
    city: draft.city,
    country: draft.country || null,
    date_birth: draft.date_birth || null,
    address: draft.address,
    work_zone: draft.work_zone,
    is_partner: draft.is_partner,
    category_id: draft.category_id || null,
    status: draft.status,
    notes: draft.notes,
    next_step_at: draft.next_step_at || null,
    consent: consentOf(draft, context, codes),
  };
  if (fields.date_birth !== null && fields.date_birth > toDateInput(context.now())) codes['date_birth'] = 'in_future';
  const parsed = Object.entries(contactFields).map(([name, schema]) => {
    const result = schema.safeParse(fields[name as keyof ContactFields]);
    const path = name === 'consent' ? 'consent_how' : name;
    // For a new contact an empty field has the error "required"; clearing a stored value has an error of its own.
    const code = result.error?.issues[0]?.message ?? '';
    if (!result.success) codes[path] ??= code === 'empty' && !context.contact ? 'required' : code;
    return [name, result.data];
  });
  return [codes, Object.fromEntries(parsed) as ContactFields];
}

/** Returns the schema that converts the form values to the fields of a contact. */
export function contactSchema(context: ContactContext) {
  return z.pipe(
    z.custom<ContactDraft>(),
    z.transform(async (draft: ContactDraft, { issues }): Promise<ContactFields> => {
      const [codes, fields] = await checkContact(draft, context);
      const sortedCodes = Object.entries(codes).toSorted(([a], [b]) => position(a) - position(b));
      for (const [path, message] of sortedCodes)
        issues.push({ code: 'custom', path: path.split('.'), message, input: draft });
      return fields;
    }),
  );
}

const isSameValue = (a: unknown, b: unknown): boolean => jsonEqual(a ?? null, b ?? null);

/** Returns the fields that differ from those of the stored contact. */
export function changedFields(contact: Contact, fields: ContactFields): Partial<ContactFields> {
  const names = Object.keys(fields) as (keyof ContactFields)[];
  // Phones and consent are compared as lists, because the keys of the stored objects may be in a different order.
  const comparable = (name: keyof ContactFields, value: unknown): unknown => {
    if (name === 'phones') return (value as ContactFields['phones']).map(({ number, label }) => [number, label]);
    if (name === 'consent') return value && Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return value;
  };
  const changed = names.filter((name) => !isSameValue(comparable(name, contact[name]), comparable(name, fields[name])));
  return Object.fromEntries(changed.map((name) => [name, fields[name]]));
}
