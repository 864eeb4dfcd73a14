import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import { Phone } from './contact-fields.ts';

/**
 * Converts a phone number as people write it to E.164 form; returns null if it is not a phone number. A number without
 * a country code gets the code of the first of `countries` in which it is possible. Only lazily loaded code may import
 * this module, because it contains the rules of all countries.
 */
export function parsePhone(written: string, countries: readonly (string | null | undefined)[]): string | null {
  const text = written.normalize('NFKC');
  for (const country of countries) {
    const parsed = parsePhoneNumberFromString(text, (country ?? undefined) as CountryCode | undefined);
    if (parsed?.isPossible() && Phone.safeParse(parsed.number).success) return parsed.number;
  }
  return null;
}
