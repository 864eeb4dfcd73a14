import type { CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

type Parse = typeof parsePhoneNumberFromString;

const E164 = /^\+[1-9]\d{6,14}$/;
/** Matches a number that may be stored as the user wrote it. */
const STORED_AS_WRITTEN = /^(?=(?:\D*\d){3})[0-9+()\-./ *#,;]{3,30}$/;
const EXTENSION = /^(.*\d)\s*(?:,|;|#|x|ext\.?|extension|доб\.?|durchwahl|dw)\s*(\d{1,7})$/i;
/**
 * A number with at most this many digits is a service number or an internal extension, neither of which has a country
 * code.
 */
const MAX_SHORT_DIGITS = 6;

let loading: Promise<Parse | null> | undefined;
let loaded: Parse | undefined;

/** Loads the numbering rules on first use. Without them, for example offline, only the shape of a number is checked. */
async function loadParser(): Promise<Parse | null> {
  loading ??= import('libphonenumber-js/min').then(
    (rules) => (loaded = rules.parsePhoneNumberFromString),
    () => {
      loading = undefined;
      return null;
    },
  );
  return loading;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/**
 * Replaces full-width digits and all kinds of spaces with plain ones, because keyboards and address books produce them.
 */
const normalizeText = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim();

/** Checks a number without the numbering rules. Returns it as E.164 or as the user wrote it. */
function checkShape(text: string): string | null {
  const digitsOnly = text.replace(/[\s()\-./]/g, '');
  if (E164.test(digitsOnly)) return digitsOnly;
  return STORED_AS_WRITTEN.test(text) && !text.includes('+') ? text : null;
}

function parseE164(text: string, country: string | null, parse: Parse): string | null {
  const parsed = parse(text, (country ?? undefined) as CountryCode | undefined);
  if (parsed?.isPossible() && E164.test(parsed.number)) return parsed.number;
  return null;
}

/**
 * Converts a phone number to its stored form, which is E.164; `country` provides the country code of a national number.
 * Short numbers, network codes such as *100# and national numbers without a country are stored as written. An extension
 * follows a comma. Returns null if the text is not a phone number.
 */
export async function parsePhone(written: string, country: string | null): Promise<string | null> {
  const text = normalizeText(written);
  const [, main, extension] = EXTENSION.exec(text) ?? [];
  if (main !== undefined && extension !== undefined) {
    const number = await parsePhone(main, country);
    const withExtension = number === null ? null : `${number},${extension}`;
    return withExtension !== null && STORED_AS_WRITTEN.test(withExtension) ? withExtension : null;
  }
  if (!STORED_AS_WRITTEN.test(text)) return null;
  const digits = digitsOf(text);
  if (/[*#,;]/.test(text) || (digits.length <= MAX_SHORT_DIGITS && !text.includes('+'))) return text;
  const parse = await loadParser();
  if (!parse) return checkShape(text);
  const e164 = parseE164(text, country, parse);
  // Without a country, a national number cannot be checked.
  return e164 ?? (country === null && !text.includes('+') && !text.startsWith('00') ? text : null);
}

/** Whether the numbering rules are loaded, so that numbers can be formatted synchronously. */
export const arePhoneRulesLoaded = (): boolean => loaded !== undefined;

/** Loads the numbering rules. Resolves to false when they cannot be loaded now. */
export const loadPhoneRules = async (): Promise<boolean> => (await loadParser()) !== null;

/**
 * Formats a number for display if the rules are loaded: "+1 213 373 4253". Numbers that are not E.164 are returned
 * unchanged.
 */
export function phoneText(number: string): string {
  return (E164.test(number) && loaded?.(number)?.formatInternational()) || number;
}

/** Loads the numbering rules if necessary, and formats a number for display. */
export async function formatPhone(number: string): Promise<string> {
  if (E164.test(number)) await loadParser();
  return phoneText(number);
}
