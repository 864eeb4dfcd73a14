import type { CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

type Parse = typeof parsePhoneNumberFromString;

/** E.164. */
const WHOLE = /^\+[1-9]\d{6,14}$/;
/** What a number may consist of where it is kept as it was written. */
const RAW = /^(?=(?:\D*\d){3})[0-9+()\-./ *#,;]{3,30}$/;
const EXTENSION = /^(.*\d)\s*(?:,|;|#|x|ext\.?|extension|доб\.?|durchwahl|dw)\s*(\d{1,7})$/i;
/** Service numbers and those of a house's own exchange have no country. */
const SHORT = 6;

let loading: Promise<Parse | null> | undefined;

/** The rules of all countries come with the first number; a phone that has not got them yet judges by the shape. */
async function parser(): Promise<Parse | null> {
  loading ??= import('libphonenumber-js/min').then(
    (rules) => rules.parsePhoneNumberFromString,
    () => {
      loading = undefined;
      return null;
    },
  );
  return loading;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Other digits and spaces that keyboards and address books bring. */
const plain = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim();

/** Without the rules of the countries: a whole number, or one as it is written. */
function byShape(text: string): string | null {
  const bare = text.replace(/[\s()\-./]/g, '');
  if (WHOLE.test(bare)) return bare;
  return RAW.test(text) && !text.includes('+') ? text : null;
}

function parseE164(text: string, country: string | null, parse: Parse): string | null {
  const found = parse(text, (country ?? undefined) as CountryCode | undefined);
  if (found?.isPossible() && WHOLE.test(found.number)) return found.number;
  return null;
}

/**
 * A number as it is kept: E.164 (`country` completes what has no code of one), or as it was written where it has an
 * extension, is short, or is a code of the network. Null: this is no phone number.
 */
export async function parsePhone(written: string, country: string | null): Promise<string | null> {
  const text = plain(written);
  const [, main, extension] = EXTENSION.exec(text) ?? [];
  if (main !== undefined && extension !== undefined) {
    const number = await parsePhone(main, country);
    const whole = number === null ? null : `${number},${extension}`;
    return whole !== null && RAW.test(whole) ? whole : null;
  }
  if (!RAW.test(text)) return null;
  const digits = digitsOf(text);
  if (/[*#,;]/.test(text) || (digits.length <= SHORT && !text.includes('+'))) return text;
  const parse = await parser();
  if (!parse) return byShape(text);
  const whole = parseE164(text, country, parse);
  // With no country to go by, a number without its code may be right all the same.
  return whole ?? (country === null && !text.includes('+') && !text.startsWith('00') ? text : null);
}

/** A number for the eye: "+1 213 373 4253". What is not E.164 stays as it is. */
export async function formatPhone(number: string): Promise<string> {
  if (!WHOLE.test(number)) return number;
  const parse = await parser();
  return parse?.(number)?.formatInternational() ?? number;
}
