/**
 * Codes for which Intl has a name although they are not countries: unions, reserved and private-use codes, and parts of
 * countries.
 */
const nonCountryCodes = new Set(['CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

let names: Intl.DisplayNames | undefined;

/**
 * Whether a two-letter uppercase code is a current country. Retired codes are rejected because Intl resolves them to
 * their successor.
 */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || nonCountryCodes.has(code)) return false;
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return new Intl.Locale(`und-${code}`).region === code && names.of(code) !== undefined;
}

/** Returns the codes of all countries. */
export const countryCodes = (): string[] =>
  letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry);
