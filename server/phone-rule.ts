import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Whether a country has numbers of this length: the rule of the phone's own forms. */
export const isPossibleNumber = (number: string): boolean => parsePhoneNumberFromString(number)?.isPossible() ?? false;
