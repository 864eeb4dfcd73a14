import { Id, Instant, Lang, text } from '../fields.ts';
import { Email, Phone } from '../contact-fields.ts';
import { MAX_TAGS, personSources } from '../values.ts';
import { personStatuses } from '../filter-values.ts';
import { z } from '../zod.ts';
import { contactFields } from './contact.ts';
import { defineEntity } from './define.ts';
import { partnerShape } from './partner.ts';
import { stores } from './stores.ts';

const namesUpTo = (length: number) => z.array(text(1, length)).check(z.maxLength(MAX_TAGS, { error: 'too_long' }));

/** The fields of a person that employees can edit. The messages of these schemas are error codes. */
export const personFields = {
  first_name: contactFields.first_name,
  last_name: contactFields.last_name,
  middle_name: contactFields.middle_name,
  phone: z.nullable(Phone),
  email: z.nullable(Email),
  telegram: contactFields.telegram,
  city: contactFields.city,
  country: contactFields.country,
  address: contactFields.address,
  language: Lang,
  date_birth: contactFields.date_birth,
  notes: contactFields.notes,
  tags: namesUpTo(40),
  groups: namesUpTo(60),
};

/** A lead, learner or partner. Visible to the responsible employee, to that employee's manager and to admins. */
export const Person = z.object({
  id: Id,
  rev: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  middle_name: z.string(),
  phone: z.nullable(z.string()),
  /** Whether the phone number is known to be wrong or out of use. */
  phone_invalid: z.boolean(),
  email: z.nullable(z.string()),
  telegram: z.nullable(z.string()),
  city: z.string(),
  country: z.nullable(z.string()),
  address: z.string(),
  language: Lang,
  date_birth: z.nullable(z.iso.date()),
  status: z.enum(personStatuses),
  responsible_id: z.nullable(Id),
  responsible_name: z.nullable(z.string()),
  tags: z.array(z.string()),
  groups: z.array(z.string()),
  source: z.nullable(z.enum(personSources)),
  do_not_contact: z.boolean(),
  notes: z.string(),
  /** Known only for imported people. */
  gender: z.optional(z.nullable(z.enum(['m', 'f', 'x']))),
  /** Known only for imported people. */
  work_zone: z.optional(z.string()),
  is_subscribed: z.boolean(),
  is_blocked: z.boolean(),
  /**
   * Whether the person has an account. If so, only the person can change phone and email, because they are login
   * names.
   */
  has_login: z.boolean(),
  waiting_since: z.nullable(Instant),
  next_step_at: z.nullable(Instant),
  /**
   * When the lead returns to the pool unless a task is finished before that; absent or null if no return is planned.
   */
  returns_at: z.optional(z.nullable(Instant)),
  ...partnerShape,
  created_at: Instant,
  updated_at: Instant,
});
export type Person = z.infer<typeof Person>;

export const people = defineEntity<Person>({
  ...stores.people,
  schema: Person,
  // Fields without an entry use `ask`.
  policies: {
    middle_name: 'lww',
    city: 'lww',
    country: 'lww',
    address: 'lww',
    language: 'lww',
    tags: 'merge',
    groups: 'merge',
  },
});
