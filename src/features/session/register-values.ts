import { PromoCode, RegisterBody, type RegistrationCheck } from '../../../contract/api-calls/registration.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { Lang } from '../../../contract/fields.ts';
import { Country, Phone } from '../../../contract/contact-fields.ts';
import { z } from '../../../contract/zod.ts';
import { emptyPassword, passwordCheck, passwordShape, type PasswordValues } from '../../forms/password-fields.tsx';
import { orNull, requiredText } from '../../forms/schema.ts';
import { parsePhone } from '../../lib/phone.ts';
import { deviceZone } from '../../../contract/zones.ts';

/** The draft of a registration that is stored on the device: everything except the passwords and the consent. */
export interface RegisterDraft {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  country: string;
  promo_code: string;
  referral_promo_code: string;
}

export type RegisterValues = RegisterDraft & PasswordValues & { consent: boolean };

const emptyDraft: RegisterDraft = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  country: '',
  promo_code: '',
  referral_promo_code: '',
};

const draftFields = Object.keys(emptyDraft) as (keyof RegisterDraft)[];

/** Returns the form values that may be stored. */
export const draftOf = (values: RegisterValues): Record<string, string> =>
  Object.fromEntries(draftFields.map((name) => [name, values[name]]));

/** Whether the form contains values to store. */
export const hasDraft = (values: RegisterValues): boolean =>
  Object.values(draftOf(values)).some((value) => value !== '');

/** Returns the form values of a stored draft. A draft of an older version may have other fields. */
export function initialValues(saved: Record<string, string> | null): RegisterValues {
  const knownEntries = draftFields.flatMap((name) => (saved?.[name] ? [[name, saved[name]]] : []));
  return { ...emptyDraft, ...Object.fromEntries(knownEntries), ...emptyPassword, consent: false };
}

/** The names of the fields of each step. */
export const accountFields = ['first_name', 'email', 'country', 'phone', 'password', 'repeat'] as const;
export const detailsFields = ['last_name', 'promo_code', 'referral_promo_code', 'consent'] as const;

export type AccountValues = Pick<RegisterValues, (typeof accountFields)[number]>;
export type DetailsValues = Pick<RegisterValues, (typeof detailsFields)[number]>;

/** Returns the error code of an entry that the server has refused before; undefined for any other entry. */
export type RefusedEntry = (entry: CheckedEntry, value: string) => ErrorCode | undefined;
export type CheckedEntry = keyof RegistrationCheck;

const { first_name, last_name, email } = RegisterBody.shape;

/** Output of the first step: all data that an account needs. */
export type AccountOutput = Pick<RegisterBody, 'first_name' | 'email' | 'phone' | 'password'> & {
  country: string | null;
};

const checkedEmail = z.pipe(z.string().check(z.trim()), email);

const phoneOf = async ({ phone, country }: { phone: string; country: string | null }): Promise<string | null> => {
  const number = await parsePhone(phone, country || null);
  return Phone.safeParse(number).success ? number : null;
};

/** Returns the schema of the first step. Entries that the server has refused are invalid. */
export function accountSchema(refused: RefusedEntry) {
  const values = z
    .object({
      first_name: requiredText(first_name),
      email: requiredText(checkedEmail),
      country: orNull(Country),
      phone: requiredText(z.string()),
      ...passwordShape,
    })
    .check(passwordCheck)
    .check(
      z.check<{ email: string; phone: string; country: string | null }>(
        async ({ value, issues }) => {
          const report = (path: 'email' | 'phone', message: string | undefined) =>
            message !== undefined && issues.push({ code: 'custom', path: [path], message, input: value });
          report('email', refused('email', value.email));
          if (value.phone.trim() === '') return;
          const number = await phoneOf(value);
          report('phone', number === null ? 'phone_invalid' : refused('phone', number));
        },
        { when: () => true },
      ),
    );
  return z.pipe(
    values,
    z.transform(async ({ repeat: _, ...rest }): Promise<AccountOutput> => ({
      ...rest,
      phone: (await phoneOf(rest)) ?? rest.phone,
    })),
  );
}

/** Output of the second step. */
export type DetailsOutput = Pick<RegisterBody, 'last_name' | 'consent'> & {
  promo_code: string | null;
  referral_promo_code: string | null;
};

/** Returns the schema of the second step. Promo codes that the server has refused are invalid. */
export function detailsSchema(refused: RefusedEntry) {
  const code = (entry: 'promo_code' | 'referral_promo_code') =>
    orNull(PromoCode.check(z.refine((value) => refused(entry, value) === undefined, { error: 'promo_unavailable' })));
  return z.object({
    last_name,
    promo_code: code('promo_code'),
    referral_promo_code: code('referral_promo_code'),
    consent: z.pipe(
      z.boolean().check(z.refine((isGiven) => isGiven, { error: 'required' })),
      z.transform((): true => true),
    ),
  });
}

const entrySchemas = { email: checkedEmail, promo_code: PromoCode, referral_promo_code: PromoCode };

/** Returns an entry as it would be sent to the server, or null if it is empty or invalid. */
export async function entryToCheck(entry: CheckedEntry, values: Partial<RegisterValues>): Promise<string | null> {
  const { phone = '', country = '' } = values;
  if (entry === 'phone') return phone.trim() === '' ? null : phoneOf({ phone, country });
  return entrySchemas[entry].safeParse(values[entry] ?? '').data ?? null;
}

function zone(): { time_zone?: string } {
  const time_zone = deviceZone();
  return time_zone ? { time_zone } : {};
}

/** Returns the body of the request. `language` becomes the account's language. */
export function registerBody(account: AccountOutput, details: DetailsOutput, language: Lang): RegisterBody {
  const { country, ...required } = account;
  const { promo_code, referral_promo_code, ...rest } = details;
  return {
    ...required,
    ...rest,
    ...zone(),
    language,
    ...(country !== null && { country }),
    ...(promo_code !== null && { promo_code }),
    ...(referral_promo_code !== null && { referral_promo_code }),
  };
}
