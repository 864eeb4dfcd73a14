import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Lang } from '../contract/fields.ts';

/** Whether the country of an E.164 number has numbers of this length. The forms on the phone apply the same rule. */
export const isPossibleNumber = (number: string): boolean => parsePhoneNumberFromString(number)?.isPossible() ?? false;

/**
 * The country that a number without a country code most likely belongs to, by the language of the page or file that
 * contains the number.
 */
export const likelyCountry: Record<Lang, string> = { ru: 'RU', de: 'DE', en: 'US' };
