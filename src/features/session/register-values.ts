import { PromoCode, RegisterBody } from '../../../contract/api-calls/registration.ts';
import type { Lang } from '../../../contract/fields.ts';
import { Country, Phone } from '../../../contract/contact-fields.ts';
import { z } from '../../../contract/zod.ts';
import { emptyPassword, passwordCheck, passwordShape, type PasswordValues } from '../../forms/password-fields.tsx';
import { orNull, required } from '../../forms/schema.ts';
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

/** Returns those form values that may be stored. */
export const draftOf = (values: RegisterValues): Record<string, string> =>
  Object.fromEntries(draftFields.map((name) => [name, values[name]]));

/** Returns the form values of a stored draft. A draft of an older version may have other fields. */
export function initialValues(saved: Record<string, string> | null): RegisterValues {
  const knownEntries = draftFields.flatMap((name) => (saved?.[name] ? [[name, saved[name]]] : []));
  return { ...emptyDraft, ...Object.fromEntries(knownEntries), ...emptyPassword, consent: false };
}

const { first_name, last_name, email } = RegisterBody.shape;

const values = z
  .object({
    first_name: required(first_name),
    last_name,
    email: required(z.pipe(z.string().check(z.trim()), email)),
    country: orNull(Country),
    phone: required(z.string()),
    ...passwordShape,
    promo_code: orNull(PromoCode),
    referral_promo_code: orNull(PromoCode),
    consent: z.boolean().check(z.refine((isGiven) => isGiven, { error: 'required' })),
  })
  .check(passwordCheck)
  .check(
    z.check<{ phone: string; country: string | null }>(
      async ({ value, issues }) => {
        if (value.phone.trim() === '') return;
        const number = await parsePhone(value.phone, value.country || null);
        if (!Phone.safeParse(number).success)
          issues.push({ code: 'custom', path: ['phone'], message: 'phone_invalid', input: value });
      },
      { when: () => true },
    ),
  );

function zone(): { time_zone?: string } {
  const time_zone = deviceZone();
  return time_zone ? { time_zone } : {};
}

/**
 * Returns the schema that converts the form values to the body of the request. `language` becomes the account's
 * language.
 */
export function registerSchema(language: Lang) {
  return z.pipe(
    values,
    z.transform(
      async ({
        repeat: _,
        country: chosen,
        promo_code: promo,
        referral_promo_code: referral,
        ...rest
      }): Promise<RegisterBody> => ({
        ...rest,
        ...zone(),
        phone: (await parsePhone(rest.phone, chosen)) ?? rest.phone,
        language,
        consent: true,
        ...(chosen !== null && { country: chosen }),
        ...(promo !== null && { promo_code: promo }),
        ...(referral !== null && { referral_promo_code: referral }),
      }),
    ),
  );
}
