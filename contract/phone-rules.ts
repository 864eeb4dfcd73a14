type PhoneRule = (number: string) => boolean;

let rule: PhoneRule = () => true;

/**
 * Installs the rule by which E.164 numbers are possible. The server does at its start; the rules of all countries are
 * too large for the first screens, which check a number where it is entered.
 */
export function setPhoneRule(isPossible: PhoneRule): void {
  rule = isPossible;
}

/** Whether an E.164 number can exist; true without a rule. */
export const isPossiblePhone: PhoneRule = (number) => rule(number);
