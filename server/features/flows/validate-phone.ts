import type { CallReply } from '../../../contract/api-calls/index.ts';
import type { Lang } from '../../../contract/fields.ts';
import type { CallHandler } from '../../handlers.ts';
import { loadTexts } from '../../http/texts.ts';
import { likelyCountry } from '../../phone-rule.ts';
import { parsePhone } from '../../../contract/written-phone.ts';

/**
 * Checks a phone number as the user typed it. A number without a country code is interpreted as a number of the first
 * country in `countries` in which it is possible; otherwise, of the most likely country for the language.
 */
export function checkPhone(
  written: string,
  countries: readonly (string | null | undefined)[],
  language: Lang,
): CallReply<'landings.validate_phone'> {
  const phone = parsePhone(written, [...countries, likelyCountry[language]]);
  return { valid: phone !== null, phone, error: phone === null ? loadTexts()[language].errors.phone_invalid : null };
}

export const validatePhoneHandler: CallHandler<'landings.validate_phone'> = async ({ caller }, { body }) => {
  const { language, country } = caller.user;
  return checkPhone(body.phone, [body.country?.toUpperCase(), country], language);
};
