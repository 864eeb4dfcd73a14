import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import type { CallHandler } from '../../handlers.ts';
import { loadTexts } from '../../http/texts.ts';

/** Checks a phone number as it was typed. Without a country code it belongs to `country`, if one is given. */
export const validatePhoneHandler: CallHandler<'landings.validate_phone'> = async ({ caller }, { body }) => {
  const parsed = parsePhoneNumberFromString(body.phone, body.country as CountryCode | undefined);
  if (parsed?.isPossible()) return { valid: true, phone: parsed.number, error: null };
  return { valid: false, phone: null, error: loadTexts()[caller.user.language].errors.phone_invalid };
};
