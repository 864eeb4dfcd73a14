import { contactFields, type Contact } from '../../../contract/entities/contact.ts';
import { parsePhone } from '../../lib/phone.ts';
import { telegramName } from '../../lib/telegram-name.ts';
import { atHour, toDateInput } from '../../lib/dates.ts';
import { iso } from '../../lib/ports.ts';
import type { ContactDraft, ContactFields, Line } from './form-draft.ts';
import { jsonEqual } from '../../../contract/json-equal.ts';

/** Place of an error: a field, or a list line by its key: `phones:3`. */
export type Place = string;
/** Error codes by place, in form order. */
export type Faults = Readonly<Record<Place, string>>;

export interface Checked {
  faults: Faults;
  /** Null while invalid. */
  fields: ContactFields | null;
}

export interface CheckPorts {
  /** The stored contact, whose unchanged values are not validated again. */
  kept: Contact | null;
  /** Country of the account: completes national numbers. */
  country: string | null;
  now: number;
}

/** In form order: summary and focus follow it. */
const order = [
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
  'consent_on',
  'consent_how',
  'notes',
];

const placeOrder = (place: Place): number => order.indexOf(place.split(':')[0] ?? '');

async function phonesOf(lines: readonly Line[], { country, kept }: CheckPorts, faults: Record<Place, string>) {
  const phones: ContactFields['phones'] = [];
  for (const { key, text, label } of lines) {
    if (text.trim() === '') continue;
    const number = await parsePhone(text, country);
    if (number === null) faults[`phones:${key}`] = 'phone_invalid';
    else if (!phones.some((other) => other.number === number)) {
      const isWrong = kept?.phones.some((other) => other.number === number && other.invalid);
      phones.push({ number, label: label.trim(), ...(isWrong && { invalid: true }) });
    }
  }
  return phones;
}

function emailsOf(lines: readonly Line[], faults: Record<Place, string>): string[] {
  const emails: string[] = [];
  for (const { key, text } of lines) {
    const email = text.trim();
    if (email === '') continue;
    const parsed = contactFields.emails.safeParse([email]);
    if (!parsed.success) faults[`emails:${key}`] = parsed.error.issues[0]?.message ?? 'email_invalid';
    else if (!emails.includes(email)) emails.push(email);
  }
  return emails;
}

function consentOf(draft: ContactDraft, { kept, now }: CheckPorts, faults: Record<Place, string>) {
  const how = draft.consent_how.trim();
  if (draft.consent_on === '' && how === '') return null;
  if (draft.consent_on === '') faults['consent_on'] = 'required';
  if (how === '') faults['consent_how'] = 'required';
  if (draft.consent_on > toDateInput(now)) faults['consent_on'] = 'in_future';
  if (faults['consent_on'] || faults['consent_how']) return null;
  const isKept = kept?.consent && toDateInput(kept.consent.given_at) === draft.consent_on;
  return { given_at: isKept ? kept.consent!.given_at : iso(Math.min(atHour(draft.consent_on, 12), now)), how };
}

/** Validates the form by the contract and returns the fields as stored. */
export async function checkContact(draft: ContactDraft, ports: CheckPorts): Promise<Checked> {
  const faults: Record<Place, string> = {};
  const { is_partner, status, kept } = { ...draft, kept: ports.kept };
  const fields: ContactFields = {
    first_name: draft.first_name,
    last_name: draft.last_name,
    middle_name: draft.middle_name,
    phones: await phonesOf(draft.phones, ports, faults),
    emails: emailsOf(draft.emails, faults),
    telegram: telegramName(draft.telegram) || null,
    city: draft.city,
    country: draft.country || null,
    date_birth: draft.date_birth || null,
    address: draft.address,
    work_zone: draft.work_zone,
    is_partner,
    category_id: draft.category_id || null,
    status,
    notes: draft.notes,
    next_step_at: draft.next_step_at || null,
    consent: consentOf(draft, ports, faults),
  };
  if (fields.date_birth !== null && fields.date_birth > toDateInput(ports.now)) faults['date_birth'] = 'in_future';
  const parsed = Object.entries(contactFields).map(([name, schema]) => {
    const result = schema.safeParse(fields[name as keyof ContactFields]);
    const place = name === 'consent' ? 'consent_how' : name;
    // Clearing a stored value has its own message.
    const code = result.error?.issues[0]?.message ?? '';
    if (!result.success) faults[place] ??= code === 'empty' && !kept ? 'required' : code;
    return [name, result.data];
  });
  const found = Object.entries(faults).toSorted(([a], [b]) => placeOrder(a) - placeOrder(b));
  if (found.length > 0) return { faults: Object.fromEntries(found), fields: null };
  return { faults: {}, fields: Object.fromEntries(parsed) as ContactFields };
}

const same = (a: unknown, b: unknown): boolean => jsonEqual(a ?? null, b ?? null);

/** Returns the fields that differ from the stored contact. */
export function changedFields(contact: Contact, fields: ContactFields): Partial<ContactFields> {
  const names = Object.keys(fields) as (keyof ContactFields)[];
  // Stored phones and consent may have another key order.
  const plain = (name: keyof ContactFields, value: unknown): unknown => {
    if (name === 'phones') return (value as ContactFields['phones']).map(({ number, label }) => [number, label]);
    if (name === 'consent') return value && Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return value;
  };
  const changed = names.filter((name) => !same(plain(name, contact[name]), plain(name, fields[name])));
  return Object.fromEntries(changed.map((name) => [name, fields[name]]));
}
