import { isCountry } from './countries.ts';
import { isPossiblePhone } from './phone-rules.ts';
import { z } from './zod.ts';
import { isZone } from './zones.ts';

// Schemas of contact details, countries and time zones; see fields.ts for other fields.

export const Email = z.email({ error: 'email_invalid' }).check(z.maxLength(254, { error: 'too_long' }));

/**
 * A phone number in E.164 format. If the numbering rules of all countries are loaded (see phone-rules.ts), its length
 * must be possible in its country.
 */
export const Phone = z.string().check(
  z.regex(/^\+[1-9]\d{6,14}$/, { error: 'phone_invalid' }),
  z.refine((value) => isPossiblePhone(value), { error: 'phone_invalid' }),
);

/** Two uppercase letters, the form of an ISO 3166-1 alpha-2 code; does not check that the country exists. */
export const CountryCode = z.string().check(z.regex(/^[A-Z]{2}$/, { error: 'invalid' }));

/** The ISO 3166-1 alpha-2 code of an existing country. */
export const Country = CountryCode.check(z.refine(isCountry, { error: 'invalid' }));

/** A string that may be an IANA time zone name; only its length is checked. */
export const Zone = z.string().check(z.minLength(1), z.maxLength(60));

/** The name of a time zone that Intl supports. */
export const KnownZone = Zone.check(z.refine(isZone, { error: 'invalid' }));
