import type { Contact, ContactCreateArgs } from '../../../contract/entities/contact.ts';
import type { ContactStatus } from '../../../contract/values.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import type { ChosenPhoto } from '../../components/media/prepare-photo.ts';
import { toDateInput } from '../../lib/dates.ts';

export const MAX_PHONES = 5;
export const MAX_EMAILS = 3;

/** A line that can be added and taken away; the key stays with it. */
export interface Line {
  key: string;
  text: string;
  /** What kind of number it is. */
  label: string;
}

/** The form as it stands, finished or not: texts as they were typed. */
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
  /** A day as `date_birth`; empty while there is no consent. */
  consent_on: string;
  consent_how: string;
}

/** What a contact holds that people enter. */
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

/** The form of what is known, whole or in part. `shown` says how a number is written for the eye. */
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

/** Null takes the photo off, undefined leaves it. */
export type PhotoChange = ChosenPhoto | null | undefined;

/** What was being written when the form was left. It lives and goes with the person's database. */
export interface KeptForm {
  draft: ContactDraft;
  /** The contact as it was when the form was opened; null for a new one. */
  began: Contact | null;
  photo: PhotoChange;
}

const keyOf = (form: string): string => `draft:contact:${form}`;

/** The photo lies by itself: it is large, and the text is written again and again. */
const photoKeyOf = (form: string): string => `draft:contact-photo:${form}`;

export async function savedForm(db: PhoneDb, form: string): Promise<KeptForm | null> {
  const [kept, photo] = await db.meta.bulkGet([keyOf(form), photoKeyOf(form)]);
  if (!kept && !photo) return null;
  const { draft, began = null } = (kept?.value ?? {}) as Partial<KeptForm>;
  // A draft may be older than this form: what it lacks is filled in.
  const whole = { ...emptyDraft(), ...draft };
  // The keys of its lines are of another page: those of this one must not meet them.
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

/** The fields that two forms have in different words. */
export function differences(a: ContactDraft, b: ContactDraft): (keyof ContactDraft)[] {
  const names = Object.keys(a) as (keyof ContactDraft)[];
  return names.filter((name) => JSON.stringify(bare(a[name])) !== JSON.stringify(bare(b[name])));
}
