import type { Contact, ContactCreateArgs } from '../../../contract/entities/contact.ts';
import type { ContactStatus } from '../../../contract/filter-values.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import type { ChosenPhoto } from '../../components/media/prepare-photo.ts';
import { toDateInput } from '../../lib/dates.ts';
import { jsonEqual } from '../../../contract/json-equal.ts';

export const MAX_PHONES = 5;
export const MAX_EMAILS = 3;

/** A phone number as typed, with its type. */
export interface PhoneLine {
  text: string;
  label: string;
}

export interface EmailLine {
  text: string;
}

export type PhotoChange = ChosenPhoto | 'removed' | 'unchanged';

/** Values of the contact form as typed, which may be incomplete. */
export interface ContactDraft {
  first_name: string;
  last_name: string;
  middle_name: string;
  phones: PhoneLine[];
  emails: EmailLine[];
  telegram: string;
  city: string;
  country: string;
  /** Date of birth, such as 2026-05-03; empty if there is none. */
  date_birth: string;
  address: string;
  work_zone: string;
  is_partner: boolean;
  /** Id of the category; empty if there is none. */
  category_id: string;
  status: ContactStatus;
  notes: string;
  /** Instant of the next step; empty if there is none. */
  next_step_at: string;
  /** Date of consent, such as 2026-05-03; empty without consent. */
  consent_on: string;
  consent_how: string;
  photo: PhotoChange;
}

/** The fields of a contact that people enter. */
export type ContactFields = Omit<ContactCreateArgs, 'at'>;

export const emptyPhone: PhoneLine = { text: '', label: '' };
export const emptyEmail: EmailLine = { text: '' };

export function emptyDraft(): ContactDraft {
  return {
    first_name: '',
    last_name: '',
    middle_name: '',
    phones: [emptyPhone],
    emails: [emptyEmail],
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
    photo: 'unchanged',
  };
}

/** Converts the fields of a contact to form values. Missing fields are empty. `formatNumber` formats a phone number. */
export async function draftOf(
  known: Partial<ContactFields> | Contact,
  formatNumber: (number: string) => Promise<string> = async (number) => number,
): Promise<ContactDraft> {
  const empty = emptyDraft();
  const { phones = [], emails = [], consent = null } = known;
  const lines = await Promise.all(
    phones.map(async ({ number, label }) => ({ text: await formatNumber(number), label })),
  );
  const text = (field: 'first_name' | 'last_name' | 'middle_name' | 'city' | 'address' | 'work_zone' | 'notes') =>
    known[field] ?? '';
  return {
    ...empty,
    first_name: text('first_name'),
    last_name: text('last_name'),
    middle_name: text('middle_name'),
    phones: lines.length > 0 ? lines : empty.phones,
    emails: emails.length > 0 ? emails.map((text) => ({ text })) : empty.emails,
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

/** The stored draft of a contact form that was left. */
export interface SavedForm {
  /** The form values. A draft of an older version lacks fields that were added since. */
  draft: Partial<ContactDraft>;
  /** The contact as it was when the form was opened; null for a new contact. */
  began: Contact | null;
}

const keyOf = (form: string): string => `draft:contact:${form}`;

/**
 * Returns the key of a draft's photo. The photo is stored separately, because it is large and the text is saved often.
 */
const photoKeyOf = (form: string): string => `draft:contact-photo:${form}`;

export async function savedForm(db: PhoneDb, form: string): Promise<SavedForm | null> {
  const [saved, photo] = await db.meta.bulkGet([keyOf(form), photoKeyOf(form)]);
  if (!saved && !photo) return null;
  const { draft = {}, began = null } = (saved?.value ?? {}) as Partial<SavedForm>;
  const { phones, emails } = draft;
  return {
    began,
    draft: {
      ...draft,
      // Older versions stored lines with keys, and a removed photo as null.
      ...(phones && { phones: phones.map(({ text, label }) => ({ text, label })) }),
      ...(emails && { emails: emails.map(({ text }) => ({ text })) }),
      photo: photo ? ((photo.value as ChosenPhoto | null) ?? 'removed') : 'unchanged',
    },
  };
}

/** Stores the draft of a form without its photo. */
export async function saveContactDraft(db: PhoneDb, form: string, { draft, began }: SavedForm): Promise<void> {
  const { photo: _, ...texts } = draft;
  await db.meta.put({ key: keyOf(form), value: { draft: texts, began } });
}

export async function saveDraftPhoto(db: PhoneDb, form: string, photo: PhotoChange): Promise<void> {
  if (photo === 'unchanged') await db.meta.delete(photoKeyOf(form));
  else await db.meta.put({ key: photoKeyOf(form), value: photo });
}

export async function deleteContactDraft(db: PhoneDb, form: string): Promise<void> {
  await db.meta.bulkDelete([keyOf(form), photoKeyOf(form)]);
}

const hashOf = (photo: PhotoChange): string => (typeof photo === 'string' ? photo : photo.sha256);

export const isSamePhoto = (a: PhotoChange, b: PhotoChange): boolean => hashOf(a) === hashOf(b);

/** Returns the names of the fields of `a` that differ from those of `b`. */
export function changedDraftFields(a: Partial<ContactDraft>, b: ContactDraft): (keyof ContactDraft)[] {
  const names = Object.keys(a) as (keyof ContactDraft)[];
  return names.filter((name) =>
    name === 'photo' ? !isSamePhoto(a.photo ?? 'unchanged', b.photo) : !jsonEqual(a[name], b[name]),
  );
}
