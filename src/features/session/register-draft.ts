import { RegisterBody } from '../../../contract/calls/registration.ts';
import type { Lang } from '../../../contract/fields.ts';
import { checkPasswords, type NewPasswordValues } from '../../forms/password-pair.tsx';
import { parsePhone } from '../../lib/phone.ts';

/** What is kept on the phone while somebody registers. The passwords are not among it. */
export interface Draft {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  country: string;
  promo_code: string;
  referral_promo_code: string;
}

export const noDraft: Draft = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  country: '',
  promo_code: '',
  referral_promo_code: '',
};

export const draftFields = Object.keys(noDraft) as (keyof Draft)[];

/** What was kept, by a version that may have known other fields. */
export function draftOf(kept: Record<string, string> | null): Draft {
  return {
    ...noDraft,
    ...Object.fromEntries(draftFields.flatMap((name) => (kept?.[name] ? [[name, kept[name]]] : []))),
  };
}

export type Place = keyof Draft | keyof NewPasswordValues | 'consent';
export type Faults = Partial<Record<Place, string>>;

export interface Filled {
  draft: Draft;
  pair: NewPasswordValues;
  consent: boolean;
}

/** In the order of the form: the first one that is wrong gets the focus. */
const places: readonly Place[] = [
  'first_name',
  'last_name',
  'email',
  'country',
  'phone',
  'password',
  'repeat',
  'promo_code',
  'referral_promo_code',
  'consent',
];

export const firstFault = (faults: Faults): Place | null => places.find((place) => faults[place]) ?? null;

const required = ['first_name', 'email', 'phone'] as const;

function emptyOnes({ draft, consent }: Filled): Faults {
  const empty = required.filter((name) => draft[name].trim() === '');
  return { ...Object.fromEntries(empty.map((name) => [name, 'required'])), ...(!consent && { consent: 'required' }) };
}

function zone(): { time_zone?: string } {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone ? { time_zone: timeZone } : {};
}

/** The body to send, or what is wrong, field by field. */
export async function checkRegistration(
  filled: Filled,
  language: Lang,
): Promise<{ body: RegisterBody; faults: null } | { body: null; faults: Faults }> {
  const { draft, pair } = filled;
  const faults: Faults = { ...emptyOnes(filled), ...checkPasswords(pair) };
  const phone = draft.phone.trim() === '' ? null : await parsePhone(draft.phone, draft.country || null);
  const optional = (['country', 'promo_code', 'referral_promo_code'] as const).filter(
    (name) => draft[name].trim() !== '',
  );
  const parsed = RegisterBody.safeParse({
    ...{ first_name: draft.first_name, last_name: draft.last_name, email: draft.email.trim() },
    ...{ phone: phone ?? draft.phone, password: pair.password, language, consent: filled.consent, ...zone() },
    ...Object.fromEntries(optional.map((name) => [name, draft[name]])),
  });
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      const place = places.find((known) => known === path[0]);
      if (place) faults[place] ??= message;
    }
  }
  return parsed.success && firstFault(faults) === null ? { body: parsed.data, faults: null } : { body: null, faults };
}
