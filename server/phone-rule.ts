import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Whether the country of an E.164 number has numbers of this length. The forms on the phone apply the same rule. */
export const isPossibleNumber = (number: string): boolean => parsePhoneNumberFromString(number)?.isPossible() ?? false;
