import { profileShape, type Me } from '../../../contract/entities/me.ts';
import type { Args } from '../../../contract/writes/index.ts';
import { telegramName } from '../../lib/telegram-name.ts';

/** The form as it stands: texts as they were typed. */
export interface ProfileDraft {
  first_name: string;
  middle_name: string;
  last_name: string;
  country: string;
  city: string;
  time_zone: string;
  date_birth: string;
  telegram: string;
  /** No field of the profile but a setting: it is applied on this phone, too. */
  language: string;
}

type Place = Exclude<keyof ProfileDraft, 'language'>;

export const places: readonly Place[] = [
  'first_name',
  'middle_name',
  'last_name',
  'telegram',
  'country',
  'city',
  'time_zone',
  'date_birth',
];

export const draftOf = (me: Me): ProfileDraft => ({
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

export type Faults = Partial<Record<keyof ProfileDraft, string>>;

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

function valuesOf(draft: ProfileDraft) {
  return {
    first_name: draft.first_name.trim(),
    middle_name: orNull(draft.middle_name),
    last_name: draft.last_name.trim(),
    country: orNull(draft.country),
    city: orNull(draft.city),
    time_zone: draft.time_zone,
    date_birth: orNull(draft.date_birth),
    telegram: orNull(telegramName(draft.telegram)),
  };
}

/** What the contract would refuse, as codes; a day of birth that is still to come besides. `today` as 2026-05-03. */
export function checkProfile(draft: ProfileDraft, today: string): Faults {
  const values = valuesOf(draft);
  const found = places.map((name) => [name, profileShape[name].safeParse(values[name]).error?.issues[0]?.message]);
  const faults: Faults = Object.fromEntries(found.filter(([, code]) => code !== undefined));
  return values.date_birth !== null && values.date_birth > today ? { ...faults, date_birth: 'in_future' } : faults;
}

/** The fields that differ from what is known; null when none does. */
export function changedFields(me: Me, draft: ProfileDraft): Args<'me.update'> | null {
  const values = valuesOf(draft);
  const changed = places.filter(
    (name) => values[name] !== (orNull(me[name] ?? '') ?? (name === 'last_name' ? '' : null)),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed.map((name) => [name, values[name]]));
}
