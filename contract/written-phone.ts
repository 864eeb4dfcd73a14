import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import { Phone } from './contact-fields.ts';

/**
 * Returns a phone number as it was written in E.164 form, or null if it is not one. A number without a country code
 * belongs to the first of the countries in which it is possible. Only code that is loaded late may import this module,
 * because it contains the rules of all countries.
 */
export function parsePhone(written: string, countries: readonly (string | null | undefined)[]): string | null {
  const text = written.normalize('NFKC');
  for (const country of countries) {
    const parsed = parsePhoneNumberFromString(text, (country ?? undefined) as CountryCode | undefined);
    if (parsed?.isPossible() && Phone.safeParse(parsed.number).success) return parsed.number;
  }
  return null;
}
