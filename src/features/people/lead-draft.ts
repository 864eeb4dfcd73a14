import type { Contact } from '../../../contract/entities/contact.ts';
import { personFields, type Person } from '../../../contract/entities/person.ts';
import type { Args } from '../../../contract/writes/index.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { fromDateTimeInput, toDateTimeInput } from '../../lib/dates.ts';
import { parsePhone, formatPhone } from '../../lib/phone.ts';
import { telegramName } from '../../lib/telegram-name.ts';

/** The form as it stands, finished or not: texts as they were typed. */
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
  /** As a date and time field writes it. */
  next_step_at: string;
  notes: string;
  tags: string[];
  groups: string[];
}

export type Place = keyof LeadDraft;

/** In the order of the form: the focus goes to the first that is wrong. */
export const places: readonly Place[] = [
  'first_name',
  'last_name',
  'phone',
  'email',
  'telegram',
  'language',
  'country',
  'city',
  'address',
  'middle_name',
  'date_birth',
  'next_step_at',
  'tags',
  'groups',
  'notes',
];

export const emptyLead = (language: string): LeadDraft => ({
  ...{ first_name: '', last_name: '', middle_name: '', phone: '', email: '', telegram: '', city: '', country: '' },
  ...{ address: '', language, date_birth: '', next_step_at: '', notes: '', tags: [], groups: [] },
});

type Fields = Omit<Args<'lead.create'>, 'at'>;
export type LeadFields = Fields & { next_step_at: string | null };

/** The form of what is known of somebody, whole or in part. */
export async function draftOf(known: Partial<LeadFields>, language: string): Promise<LeadDraft> {
  const { phone, email, telegram, country, date_birth, next_step_at, ...texts } = known;
  const named = Object.fromEntries(Object.entries(texts).filter(([name]) => (places as string[]).includes(name)));
  return {
    ...emptyLead(language),
    ...named,
    phone: phone ? await formatPhone(phone) : '',
    email: email ?? '',
    telegram: telegram ? `@${telegram}` : '',
    country: country ?? '',
    date_birth: date_birth ?? '',
    next_step_at: next_step_at ? toDateTimeInput(next_step_at) : '',
  };
}

/** What a contact brings along when it becomes a lead. */
export const ofContact = (contact: Contact): Partial<LeadFields> => ({
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

export type Faults = Partial<Record<Place, string>>;

export interface Checked {
  faults: Faults;
  /** Null while something is wrong. */
  fields: LeadFields | null;
}

const orNull = (text: string): string | null => text.trim() || null;

export interface CheckPorts {
  /** The person as he is; a number that stays as it was is not judged again. */
  kept: Person | null;
  /** Of the account: completes a number without its code. */
  country: string | null;
  /** As 2026-05-03. */
  today: string;
}

async function numberOf({ phone, country }: LeadDraft, { kept, country: own }: CheckPorts): Promise<string | null> {
  if (phone.trim() === '') return null;
  if (kept?.phone && phone === (await formatPhone(kept.phone))) return kept.phone;
  return parsePhone(phone, country || own);
}

/** Checks the form as the contract does. */
export async function checkLead(draft: LeadDraft, ports: CheckPorts): Promise<Checked> {
  const { kept, today } = ports;
  const faults: Faults = {};
  const number = await numberOf(draft, ports);
  if (draft.phone.trim() !== '' && number === null) faults.phone = 'phone_invalid';
  const values = {
    first_name: draft.first_name,
    last_name: draft.last_name,
    middle_name: draft.middle_name,
    phone: number,
    email: orNull(draft.email),
    telegram: orNull(telegramName(draft.telegram)),
    city: draft.city,
    country: orNull(draft.country),
    address: draft.address,
    language: draft.language,
    date_birth: orNull(draft.date_birth),
    notes: draft.notes,
    tags: draft.tags,
    groups: draft.groups,
  };
  const parsed = Object.entries(personFields).map(([name, schema]) => {
    const result = schema.safeParse(values[name as keyof typeof values]);
    const code = result.error?.issues[0]?.message ?? 'invalid';
    if (!result.success) faults[name as Place] ??= code === 'empty' ? 'required' : code;
    return [name, result.data] as const;
  });
  if (values.date_birth !== null && values.date_birth > today) faults.date_birth ??= 'in_future';
  // Who logs in by Telegram alone has neither, and it is not for others to change that.
  if (draft.phone.trim() === '' && values.email === null && !kept?.has_login) faults.phone = 'phone_or_email';
  const found = places.filter((place) => faults[place] !== undefined);
  if (found.length > 0)
    return { faults: Object.fromEntries(found.map((place) => [place, faults[place]])), fields: null };
  const next_step_at = fromDateTimeInput(draft.next_step_at) || null;
  return { faults: {}, fields: { ...(Object.fromEntries(parsed) as unknown as Fields), next_step_at } };
}

/** The fields that differ from the person as he was when the form was opened. */
export function changedFields(person: Person, fields: LeadFields): Args<'person.edit'> {
  const names = Object.keys(fields) as (keyof LeadFields)[];
  const isChanged = (name: keyof LeadFields): boolean => JSON.stringify(person[name]) !== JSON.stringify(fields[name]);
  // A minute is as fine as the field writes it.
  const isSameMinute = toDateTimeInput(person.next_step_at ?? '') === toDateTimeInput(fields.next_step_at ?? '');
  const changed = names.filter((name) => (name === 'next_step_at' ? !isSameMinute : isChanged(name)));
  return Object.fromEntries(changed.map((name) => [name, fields[name]]));
}

const keyOf = (form: string): string => `draft:lead:${form}`;

/** What was being written when the form was left, and the person as he was when it was begun. */
interface KeptDraft {
  draft: Partial<LeadDraft>;
  began: Person | null;
}

export async function savedLeadDraft(db: PhoneDb, form: string): Promise<KeptDraft | null> {
  return ((await db.meta.get(keyOf(form)))?.value as KeptDraft | undefined) ?? null;
}

export async function saveLeadDraft(
  db: PhoneDb,
  form: string,
  draft: LeadDraft | null,
  began: Person | null = null,
): Promise<void> {
  if (draft === null) await db.meta.delete(keyOf(form));
  else await db.meta.put({ key: keyOf(form), value: { draft, began } satisfies KeptDraft });
}

/** What was written before on top of what is known now: others may have changed the rest meanwhile. */
export async function rebased({ draft, began }: KeptDraft, fresh: LeadDraft): Promise<LeadDraft> {
  if (!began) return { ...fresh, ...draft };
  const before = await draftOf(began, fresh.language);
  const changed = places.filter((place) => JSON.stringify(draft[place]) !== JSON.stringify(before[place]));
  return { ...fresh, ...Object.fromEntries(changed.map((place) => [place, draft[place] ?? fresh[place]])) };
}
