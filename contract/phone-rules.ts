type PhoneRule = (number: string) => boolean;

let rule: PhoneRule = () => true;

/**
 * Sets the function that checks whether an E.164 number is possible. The server sets it on startup. A phone sets it
 * only on screens where numbers are entered, because the rules for all countries are too large for the first screens.
 */
export function setPhoneRule(isPossible: PhoneRule): void {
  rule = isPossible;
}

/** Whether an E.164 number can exist. Returns true while no rule is set. */
export const isPossiblePhone: PhoneRule = (number) => rule(number);
