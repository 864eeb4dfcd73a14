import { Id, Instant, Lang, Sha256, text } from '../fields.ts';
import { Country, Email, KnownZone, Zone } from '../contact-fields.ts';
import { textSizes, themes } from '../preference-values.ts';
import { QUIET_HOURS } from '../quiet-hours.ts';
import { weeklyGoals } from '../weekly-goal.ts';
import { z } from '../zod.ts';
import { contactFields } from './contact.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';
import { WorkTimes } from './work-times.ts';

/** The profile fields that a user can edit. `telegram` is a username without the @. */
export const profileShape = {
  first_name: z.optional(text(1, 100)),
  last_name: z.optional(text(0, 100)),
  middle_name: z.optional(z.nullable(text(0, 100))),
  country: z.optional(z.nullable(Country)),
  city: z.optional(z.nullable(text(0, 100))),
  time_zone: z.optional(KnownZone),
  date_birth: z.optional(contactFields.date_birth),
  telegram: z.optional(contactFields.telegram),
  /** Whether the people above the user in the tree of referrers see the user's phone number and email address. */
  show_contact_to_team: z.optional(z.boolean()),
};

/** Settings of the push messages that a user's devices receive. */
export const pushShape = {
  push_leads: z.optional(z.boolean()),
  push_tickets: z.optional(z.boolean()),
  push_tasks: z.optional(z.boolean()),
  /** Whether push messages contain the names of people and records, which anyone can then read on the locked phone. */
  push_names: z.optional(z.boolean()),
  /** Hours during which push messages are held back, in the user's time zone; null if there are none. */
  quiet_hours: z.optional(z.nullable(z.string().check(z.regex(QUIET_HOURS, { error: 'invalid' })))),
};

/** Settings for learning. */
export const learningShape = {
  /** The weekly learning goal; null if it is switched off. */
  weekly_goal: z.optional(z.nullable(z.enum(weeklyGoals))),
};

export const Me = z.object({
  id: Id,
  rev: z.int(),
  email: z.nullable(Email),
  phone: z.nullable(z.string()),
  first_name: z.string(),
  last_name: z.string(),
  middle_name: z.nullable(z.string()),
  avatar: z.nullable(z.object({ sha256: Sha256 })),
  language: Lang,
  theme: z.enum(themes),
  text_size: z.enum(textSizes),
  country: z.nullable(z.string()),
  city: z.nullable(z.string()),
  time_zone: Zone,
  date_birth: z.nullable(z.iso.date()),
  telegram: z.nullable(z.string()),
  promo_code: z.nullable(z.string()),
  referrer: z.nullable(z.object({ id: Id, name: z.string() })),
  subscribed_until: z.nullable(Instant),
  is_superuser: z.boolean(),
  is_staff: z.boolean(),
  is_manager: z.boolean(),
  is_active: z.boolean(),
  is_blocked: z.boolean(),
  is_subscribed: z.boolean(),
  created_at: Instant,
  /** Work times of an employee; null until they are entered. */
  work_times: z.optional(z.nullable(WorkTimes)),
  /** When the account will be deleted because its owner requested it; null if no deletion is scheduled. */
  delete_at: z.optional(z.nullable(Instant)),
  /** Absent in rows that a device stored before this setting existed. */
  show_contact_to_team: z.optional(z.boolean()),
  ...pushShape,
  ...learningShape,
});
export type Me = z.infer<typeof Me>;

export const me = defineEntity<Me>({
  ...stores.me,
  schema: Me,
  // Only the user edits these fields, so the last change wins, even if two devices have changed them.
  policies: Object.fromEntries(
    [...Object.keys({ ...profileShape, ...pushShape, ...learningShape }), ...['language', 'theme', 'text_size']].map(
      (field) => [field, 'lww'],
    ),
  ),
});
