import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import { Phone } from '../contract/contact-fields.ts';
import type { Lang } from '../contract/fields.ts';

/** Whether the country of an E.164 number has numbers of this length. The forms on the phone apply the same rule. */
export const isPossibleNumber = (number: string): boolean => parsePhoneNumberFromString(number)?.isPossible() ?? false;

/** The country that a number without a country code most likely belongs to, by the language in which it was asked for. */
export const likelyCountry: Record<Lang, string> = { ru: 'RU', de: 'DE', en: 'US' };

/**
 * Returns a phone number as it was written in E.164 form, or null if it is not one. A number without a country code
 * belongs to the first of the countries in which it is possible.
 */
export function parsePhone(written: string, countries: readonly (string | null | undefined)[]): string | null {
  const text = written.normalize('NFKC');
  for (const country of countries) {
    const parsed = parsePhoneNumberFromString(text, (country ?? undefined) as CountryCode | undefined);
    if (parsed?.isPossible() && Phone.safeParse(parsed.number).success) return parsed.number;
  }
  return null;
}
