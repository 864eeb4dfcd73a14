import type { Contact, ContactCreateArgs } from '../../../contract/entities/contact.ts';
import type { ContactStatus } from '../../../contract/values.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import type { ChosenPhoto } from '../../components/media/prepare-photo.ts';
import { toDateInput } from '../../lib/dates.ts';
import { jsonEqual } from '../../../contract/json-equal.ts';

export const MAX_PHONES = 5;
export const MAX_EMAILS = 3;

/** A line that can be added and removed, with a stable key. */
export interface Line {
  key: string;
  text: string;
  /** Type of number. */
  label: string;
}

/** Form values, complete or not, as typed. */
export interface ContactDraft {
  first_name: string;
  last_name: string;
  middle_name: string;
  phones: Line[];
  emails: Line[];
  telegram: string;
  city: string;
  country: string;
  /** 2026-05-03; empty for none. */
  date_birth: string;
  address: string;
  work_zone: string;
  is_partner: boolean;
  /** Empty for none. */
  category_id: string;
  status: ContactStatus;
  notes: string;
  /** Instant; empty for none. */
  next_step_at: string;
  /** A date like `date_birth`; empty without consent. */
  consent_on: string;
  consent_how: string;
}

/** The fields of a contact that people enter. */
export type ContactFields = Omit<ContactCreateArgs, 'at'>;

let made = 0;
export const line = (text = '', label = ''): Line => ({ key: String((made += 1)), text, label });

export function emptyDraft(): ContactDraft {
  return {
    first_name: '',
    last_name: '',
    middle_name: '',
    phones: [line()],
    emails: [line()],
    telegram: '',
    city: '',
    country: '',
    date_birth: '',
    address: '',
    work_zone: '',
    is_partner: false,
    category_id: '',
    status: 'new',
    notes: '',
    next_step_at: '',
    consent_on: '',
    consent_how: '',
  };
}

/** Builds the form from known values, whole or partial. `shown` formats a number. */
export async function draftOf(
  known: Partial<ContactFields> | Contact,
  shown: (number: string) => Promise<string> = async (number) => number,
): Promise<ContactDraft> {
  const empty = emptyDraft();
  const { phones = [], emails = [], consent = null } = known;
  const lines = await Promise.all(phones.map(async ({ number, label }) => line(await shown(number), label)));
  const text = (field: 'first_name' | 'last_name' | 'middle_name' | 'city' | 'address' | 'work_zone' | 'notes') =>
    known[field] ?? '';
  return {
    ...empty,
    first_name: text('first_name'),
    last_name: text('last_name'),
    middle_name: text('middle_name'),
    phones: lines.length > 0 ? lines : empty.phones,
    emails: emails.length > 0 ? emails.map((email) => line(email)) : empty.emails,
    telegram: known.telegram ? `@${known.telegram}` : '',
    city: text('city'),
    country: known.country ?? '',
    date_birth: known.date_birth ?? '',
    address: text('address'),
    work_zone: text('work_zone'),
    is_partner: known.is_partner ?? false,
    category_id: known.category_id ?? '',
    status: known.status ?? 'new',
    notes: text('notes'),
    next_step_at: known.next_step_at ?? '',
    consent_on: consent ? toDateInput(consent.given_at) : '',
    consent_how: consent?.how ?? '',
  };
}

/** Null removes the photo, undefined keeps it. */
export type PhotoChange = ChosenPhoto | null | undefined;

/** The stored draft of a left form, in the person's database. */
export interface KeptForm {
  draft: ContactDraft;
  /** The contact when the form was opened; null for a new one. */
  began: Contact | null;
  photo: PhotoChange;
}

const keyOf = (form: string): string => `draft:contact:${form}`;

/** The photo is stored separately: it is large and the text is saved often. */
const photoKeyOf = (form: string): string => `draft:contact-photo:${form}`;

export async function savedForm(db: PhoneDb, form: string): Promise<KeptForm | null> {
  const [kept, photo] = await db.meta.bulkGet([keyOf(form), photoKeyOf(form)]);
  if (!kept && !photo) return null;
  const { draft, began = null } = (kept?.value ?? {}) as Partial<KeptForm>;
  // An older version may have stored the draft: missing fields are filled in.
  const whole = { ...emptyDraft(), ...draft };
  // The stored line keys belong to another page and must not clash with this one's.
  const renewed = (lines: readonly Line[]): Line[] => lines.map(({ text, label }) => line(text, label));
  return {
    draft: { ...whole, phones: renewed(whole.phones), emails: renewed(whole.emails) },
    began,
    photo: photo?.value as PhotoChange,
  };
}

export async function saveDraft(db: PhoneDb, form: string, kept: Pick<KeptForm, 'draft' | 'began'>): Promise<void> {
  await db.meta.put({ key: keyOf(form), value: kept });
}

export async function saveDraftPhoto(db: PhoneDb, form: string, photo: PhotoChange): Promise<void> {
  if (photo === undefined) await db.meta.delete(photoKeyOf(form));
  else await db.meta.put({ key: photoKeyOf(form), value: photo });
}

export async function dropDraft(db: PhoneDb, form: string): Promise<void> {
  await db.meta.bulkDelete([keyOf(form), photoKeyOf(form)]);
}

const bare = (value: unknown): unknown =>
  Array.isArray(value) ? (value as Line[]).map(({ text, label }) => [text, label]) : value;

/** Returns the fields in which two forms differ. */
export function differences(a: ContactDraft, b: ContactDraft): (keyof ContactDraft)[] {
  const names = Object.keys(a) as (keyof ContactDraft)[];
  return names.filter((name) => !jsonEqual(bare(a[name]), bare(b[name])));
}
