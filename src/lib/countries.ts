const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Codes that are not countries. */
const others = new Set(['CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** Whether a code is in use; retired codes resolve to their successor. */
const isCurrent = (code: string): boolean => new Intl.Locale(`und-${code}`).toString() === `und-${code}`;

const known = new Map<string, readonly { value: string; label: string }[]>();

/** Returns all countries with their names in a language, from the browser's data. */
export function countryOptions(language: string): readonly { value: string; label: string }[] {
  const found = known.get(language);
  if (found) return found;
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const options = codes
    .filter((code) => !others.has(code) && isCurrent(code))
    .flatMap((value) => {
      const label = names.of(value);
      return label ? [{ value, label }] : [];
    })
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
  known.set(language, options);
  return options;
}
