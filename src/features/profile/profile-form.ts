import { type Me, profileShape } from '../../../contract/entities/me.ts';
import { Lang } from '../../../contract/fields.ts';
import type { Args } from '../../../contract/writes/index.ts';
import { z } from '../../../contract/zod.ts';
import { choiceField } from '../../forms/schema.ts';
import { telegramName } from '../../lib/telegram-name.ts';

const names = [
  'first_name',
  'middle_name',
  'last_name',
  'telegram',
  'country',
  'city',
  'time_zone',
  'date_birth',
] as const;

/**
 * Values of the profile form as typed. The language is stored as a setting and not with the profile, because it also
 * applies to this device.
 */
export type ProfileValues = Record<(typeof names)[number] | 'language', string>;

export const profileValuesOf = (me: Me): ProfileValues => ({
  first_name: me.first_name,
  middle_name: me.middle_name ?? '',
  last_name: me.last_name,
  country: me.country ?? '',
  city: me.city ?? '',
  time_zone: me.time_zone,
  date_birth: me.date_birth ?? '',
  telegram: me.telegram === null ? '' : `@${me.telegram}`,
  language: me.language,
});

/**
 * Returns the schema of a profile as the contract defines it. `today`, such as 2026-05-03, is the latest valid date of
 * birth.
 */
const profileObject = (today: string) =>
  z.object({
    ...profileShape,
    date_birth: profileShape.date_birth.check(z.refine((day) => !day || day <= today, { error: 'in_future' })),
    language: choiceField(Lang),
  });
export type Profile = z.output<ReturnType<typeof profileObject>>;

const orNull = (text: string): string | null => text.trim() || null;

const toProfile = (values: ProfileValues): z.input<ReturnType<typeof profileObject>> => ({
  first_name: values.first_name.trim(),
  middle_name: orNull(values.middle_name),
  last_name: values.last_name.trim(),
  country: orNull(values.country),
  city: orNull(values.city),
  time_zone: values.time_zone,
  date_birth: orNull(values.date_birth),
  telegram: orNull(telegramName(values.telegram)),
  language: values.language,
});

/** Returns the schema that converts the form values to the fields of a profile. */
export const profileSchema = (today: string) =>
  z.pipe(z.pipe(z.custom<ProfileValues>(), z.transform(toProfile)), profileObject(today));

/** Returns the form fields that differ from the profile. */
export function changedValues(me: Me, values: ProfileValues): Partial<ProfileValues> {
  const before = profileValuesOf(me);
  const changed = [...names, 'language' as const].filter((name) => values[name] !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, values[name]]));
}

/** Returns the fields of the profile that differ from the stored ones; null if none does. */
export function changedProfile(me: Me, profile: Profile): Args<'me.update'> | null {
  const changed = names.filter(
    (name) => profile[name] !== (orNull(me[name] ?? '') ?? (name === 'last_name' ? '' : null)),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed.map((name) => [name, profile[name]]));
}
