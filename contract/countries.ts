/** Codes that Intl names but that are no countries: unions, reserved and private ones, parts of countries. */
const noCountries = new Set(['CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

let names: Intl.DisplayNames | undefined;

/** Whether a code of two capital letters is a country of today; retired codes resolve to their successor. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || noCountries.has(code)) return false;
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return new Intl.Locale(`und-${code}`).region === code && names.of(code) !== undefined;
}

/** Returns the codes of all countries. */
export const countryCodes = (): string[] =>
  letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry);
