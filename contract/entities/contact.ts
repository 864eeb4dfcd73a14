import { Id, Instant, Sha256, text } from '../fields.ts';
import { Country, CountryCode, Email } from '../contact-fields.ts';
import { MAX_PHOTO_FILE_BYTES } from '../values.ts';
import { contactStatuses } from '../filter-values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

/** A phone number as it is dialled: E.164, or free form for short numbers and extensions. */
export const PhoneNumber = z
  .string()
  .check(z.regex(/^(\+[1-9]\d{6,14}|(?=(?:\D*\d){3})[0-9+()\-./ *#,;]{3,30})$/, { error: 'phone_invalid' }));

export const ContactPhone = z.strictObject({
  number: PhoneNumber,
  label: text(0, 40),
  /** Whether the number is wrong or not in use. */
  invalid: z.optional(z.boolean()),
});
export type ContactPhone = z.infer<typeof ContactPhone>;

/** An image in the blob store. The row holds only its hash and type; the bytes are uploaded separately. */
export const Photo = z.object({ sha256: Sha256, mime: z.enum(['image/jpeg', 'image/png', 'image/webp']) });
export type Photo = z.infer<typeof Photo>;

/** An image that is being uploaded, including its size in bytes. */
export const SentPhoto = z.strictObject({
  ...Photo.shape,
  bytes: z.int().check(z.gte(1), z.lte(MAX_PHOTO_FILE_BYTES)),
});
export type SentPhoto = z.infer<typeof SentPhoto>;

/** When and how the contact agreed to their data being stored. */
export const Consent = z.strictObject({ given_at: Instant, how: text(1, 200) });

const BirthDay = z.iso.date({ error: 'invalid' }).check(z.refine((day) => day >= '1900-01-01', { error: 'invalid' }));

/** Returns the latest date that is "today" anywhere on Earth, i.e. in UTC+14. */
const latestToday = (): string => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);

/** Schemas of the contact fields as a user enters them. Their messages are error codes. */
export const contactFields = {
  first_name: text(1, 100),
  last_name: text(0, 100),
  middle_name: text(0, 100),
  phones: z.array(ContactPhone).check(z.maxLength(5, { error: 'too_long' })),
  emails: z.array(Email).check(z.maxLength(3, { error: 'too_long' })),
  /** Username without the @. */
  telegram: z.nullable(z.string().check(z.regex(/^[A-Za-z0-9_]{4,32}$/, { error: 'telegram_invalid' }))),
  city: text(0, 100),
  country: z.nullable(Country),
  date_birth: z.nullable(BirthDay.check(z.refine((day) => day <= latestToday(), { error: 'in_future' }))),
  address: text(0, 200),
  work_zone: text(0, 100),
  is_partner: z.boolean(),
  category_id: z.nullable(Id),
  status: z.enum(contactStatuses, { error: 'invalid' }),
  notes: text(0, 10_000),
  next_step_at: z.nullable(Instant),
  consent: z.nullable(Consent),
};

/**
 * Schemas of the contact fields as stored. They are less strict because earlier versions accepted more, and a contact
 * stored by such a version can be restored.
 */
export const storedContactFields = {
  ...contactFields,
  country: z.nullable(CountryCode),
  date_birth: z.nullable(BirthDay),
};

export const ContactCreateArgs = z.strictObject({ ...contactFields, at: Instant });
export type ContactCreateArgs = z.infer<typeof ContactCreateArgs>;

/** The fields that an edit changes; all are optional. */
export const contactEditShape = {
  first_name: z.optional(contactFields.first_name),
  last_name: z.optional(contactFields.last_name),
  middle_name: z.optional(contactFields.middle_name),
  phones: z.optional(contactFields.phones),
  emails: z.optional(contactFields.emails),
  telegram: z.optional(contactFields.telegram),
  city: z.optional(contactFields.city),
  country: z.optional(contactFields.country),
  date_birth: z.optional(contactFields.date_birth),
  address: z.optional(contactFields.address),
  work_zone: z.optional(contactFields.work_zone),
  is_partner: z.optional(contactFields.is_partner),
  category_id: z.optional(contactFields.category_id),
  status: z.optional(contactFields.status),
  notes: z.optional(contactFields.notes),
  next_step_at: z.optional(contactFields.next_step_at),
  consent: z.optional(contactFields.consent),
};

export const ContactEditArgs = z
  .strictObject(contactEditShape)
  .check(z.refine((patch) => Object.keys(patch).length > 0, { error: 'empty' }));
export type ContactEditArgs = z.infer<typeof ContactEditArgs>;

export const Contact = z.object({
  id: Id,
  rev: z.int(),
  owner_id: Id,
  owner_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  middle_name: z.string(),
  phones: z.array(z.object({ number: z.string(), label: z.string(), invalid: z.optional(z.boolean()) })),
  emails: z.array(z.string()),
  telegram: z.nullable(z.string()),
  city: z.string(),
  country: z.nullable(z.string()),
  date_birth: z.nullable(z.iso.date()),
  address: z.string(),
  work_zone: z.string(),
  is_partner: z.boolean(),
  /** One of the owner's categories; null if there is none or it has been deleted. */
  category_id: z.nullable(Id),
  status: z.enum(contactStatuses),
  photo: z.nullable(Photo),
  notes: z.string(),
  next_step_at: z.nullable(Instant),
  consent: z.nullable(z.object({ given_at: Instant, how: z.string() })),
  /** Id of the user who has this phone number or email address, if any; set by the server. */
  linked_user_id: z.nullable(Id),
  /** Ids of the contacts that were merged into this one, newest first; absent if there are none. */
  merged_ids: z.optional(z.array(Id)),
  created_at: Instant,
  updated_at: Instant,
});
export type Contact = z.infer<typeof Contact>;

export const contacts = defineEntity<Contact>({
  ...stores.contacts,
  schema: Contact,
  policies: {
    first_name: 'ask',
    last_name: 'ask',
    middle_name: 'lww',
    phones: 'ask',
    emails: 'ask',
    telegram: 'ask',
    city: 'lww',
    country: 'lww',
    date_birth: 'ask',
    address: 'ask',
    work_zone: 'lww',
    is_partner: 'lww',
    category_id: 'lww',
    status: 'ask',
    notes: 'ask',
    next_step_at: 'ask',
    consent: 'ask',
  },
});
