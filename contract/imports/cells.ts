import { Email } from '../contact-fields.ts';
import { countryCodes, isCountry } from '../countries.ts';
import { personStatuses, type PersonStatus } from '../filter-values.ts';
import { languages } from '../preference-values.ts';
import { foldText } from '../search/fold.ts';
import { MAX_TAGS } from '../values.ts';
import {
  MAX_EXTERNAL_ID_CHARS,
  MAX_IMPORT_TAG_CHARS,
  MAX_NAME_CHARS,
  MAX_NOTE_CHARS,
  MAX_RESPONSIBLE_CHARS,
  type ImportField,
  type IssueCode,
} from './fields.ts';

/** A person as a row of the file describes them. Fields without a value are absent. */
export interface ImportedPerson {
  first_name?: string;
  last_name?: string;
  middle_name?: string;
  phone?: string;
  email?: string;
  country?: string;
  city?: string;
  language?: (typeof languages)[number];
  date_birth?: string;
  gender?: 'm' | 'f' | 'x';
  telegram?: string;
  status?: PersonStatus;
  /** The text with which the cell identifies an employee; the plan looks up the employee. */
  responsible?: string;
  referrer_promo?: string;
  tags?: string[];
  groups?: string[];
  work_zone?: string;
  registered_at?: string;
  note?: string;
  external_id?: string;
}

/** Values on which the meaning of a cell depends, in addition to its text. */
export interface CellContext {
  /** Country to which phone numbers without a country code belong. */
  country: string | null;
  /** Returns a phone number in E.164 form; null if the text is not a phone number. */
  parsePhone(written: string, country: string | null): string | null;
  /** Today as YYYY-MM-DD. */
  today: string;
}

type Cell<T> = { value: T; warning?: IssueCode } | { code: IssueCode };

const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
/** Matches what other programs write into cells without a value: dashes, "n/a", dates such as 0/0/00. */
const placeholder = /^[-–—]$|^(?:n\/a|null)$|^0+([./-])0+\1(?:0+)$/i;
/** Matches a text that a program has written as a formula, so that spreadsheets do not read it as a number. */
const textFormula = /^="([^"]*)"$/;

/**
 * Returns the text of a cell in NFC without surrounding spaces; empty for placeholders such as "n/a". A formula such as
 * ="0049151" is replaced with its text. Exported problem rows have an apostrophe before a formula, which is removed
 * here, so that these rows can be imported again.
 */
export function cellText(cell: string): string {
  const text = cell.normalize('NFC').trim().replace(textFormula, '$1').trim();
  const unescaped = /^'[=+\-@\t\r]/.test(text) ? text.slice(1).trim() : text;
  return placeholder.test(unescaped) ? '' : unescaped;
}

function textParser(max: number) {
  return (text: string): Cell<string> => {
    if (text.startsWith('=')) return { code: 'formula' };
    if (controlCharacters.test(text)) return { code: 'control_characters' };
    return text.length > max ? { code: 'too_long' } : { value: text };
  };
}

/** Reads a note. A note that is too long is truncated, with a warning. */
function parseNote(text: string): Cell<string> {
  const cell = textParser(Infinity)(text);
  if ('code' in cell || text.length <= MAX_NOTE_CHARS) return cell;
  return { value: [...text.slice(0, MAX_NOTE_CHARS)].join('').trimEnd(), warning: 'note_cut' };
}

/** Matches the separators in a cell with several values; Google Contacts writes ":::". */
const separator = /\s*(?::::|[;,|\n])\s*/;

/**
 * Reads a cell for a field with a single value. If the cell has several values, takes the first one, with a warning.
 */
function parseFirst(text: string, code: IssueCode, read: (text: string) => string | null): Cell<string> {
  if (text.startsWith('=')) return { code };
  const value = read(text);
  if (value !== null) return { value };
  const [first = '', ...others] = text.split(separator).filter(Boolean);
  const firstValue = others.length > 0 ? read(first) : null;
  return firstValue === null ? { code } : { value: firstValue, warning: 'more_values' };
}

const parsePhoneCell = (text: string, { country, parsePhone }: CellContext): Cell<string> =>
  parseFirst(text, 'phone_invalid', (written) => parsePhone(written, country));

/** Reads an email address, also in the forms "mailto:ann@example.org" and "Ann Lee <ann@example.org>". */
const parseEmail = (text: string): Cell<string> =>
  parseFirst(text.toLowerCase(), 'email_invalid', (written) => {
    const address = /^[^<>]*<([^<>]+)>$/.exec(written)?.[1] ?? written.replace(/^mailto:/, '');
    return Email.safeParse(address).success ? address : null;
  });

let countriesByName: Map<string, string> | null = null;

/** Common names of countries, in addition to the names that Intl contains. */
const countryAliases: Readonly<Record<string, string>> = {
  uk: 'GB',
  england: 'GB',
  usa: 'US',
  'united states of america': 'US',
  'great britain': 'GB',
  'czech republic': 'CZ',
  'соединенные штаты америки': 'US',
  сша: 'US',
  рф: 'RU',
  'российская федерация': 'RU',
  brd: 'DE',
  белоруссия: 'BY',
  молдавия: 'MD',
  киргизия: 'KG',
  tschechien: 'CZ',
};

/** Returns the code of a country from its name in Russian, English or German; undefined if the name is unknown. */
function countryNamed(name: string): string | undefined {
  if (!countriesByName) {
    const codes = countryCodes();
    const names = languages.map((language) => new Intl.DisplayNames(language, { type: 'region' }));
    countriesByName = new Map(
      [
        ...names.flatMap((of) => codes.map((code) => [of.of(code) ?? code, code] as const)),
        ...Object.entries(countryAliases),
      ].map(([text, code]) => [foldText(text), code]),
    );
  }
  return countriesByName.get(foldText(name));
}

export function parseCountry(text: string): Cell<string> {
  const code = text.toUpperCase();
  if (code.length === 2 && isCountry(code)) return { value: code };
  const named = countryNamed(text);
  return named === undefined ? { code: 'country_unknown' } : { value: named };
}

const languageNames = new Map<string, (typeof languages)[number]>(
  Object.entries({
    ru: 'ru russian russisch русский рус rus ru-ru',
    en: 'en english englisch английский англ eng en-us en-gb',
    de: 'de german deutsch немецкий нем deu ger de-de',
  } as const).flatMap(([code, names]) =>
    names.split(' ').map((name) => [foldText(name), code as 'ru' | 'en' | 'de'] as const),
  ),
);

function parseLanguage(text: string): Cell<(typeof languages)[number]> {
  const value = languageNames.get(foldText(text));
  return value ? { value } : { code: 'language_unknown' };
}

const genders = new Map<string, 'm' | 'f' | 'x'>(
  Object.entries({
    m: 'm male man mann mannlich м муж мужской',
    f: 'f female woman w frau weiblich ж жен женский',
    x: 'x d other divers другой',
  } as const).flatMap(([value, names]) =>
    names.split(' ').map((name) => [foldText(name), value as 'm' | 'f' | 'x'] as const),
  ),
);

function parseGender(text: string): Cell<'m' | 'f' | 'x'> {
  const value = genders.get(foldText(text).replace(/\.$/, ''));
  return value ? { value } : { code: 'value_unknown' };
}

function parseTelegram(text: string): Cell<string> {
  const name = text.replace(/^(https?:\/\/)?(t\.me|telegram\.me)\//i, '');
  return /^@?[A-Za-z0-9_]{5,32}$/.test(name) ? { value: name.replace(/^@/, '') } : { code: 'telegram_invalid' };
}

/** Names of each status in English, German and Russian, separated by `|`. */
const statusLabels: Readonly<Record<PersonStatus, string>> = {
  waiting: 'waiting|wartend|wartet|в ожидании|ожидает|ждет',
  processing: 'processing|in bearbeitung|в обработке|в работе|обрабатывается',
  active: 'active|aktiv|активный|активен|активна',
  not_active: 'not active|inactive|inaktiv|nicht aktiv|неактивный|не активен|неактивен|не активна',
};
const statuses = new Map<string, PersonStatus>(
  personStatuses.flatMap((status) =>
    [status, ...statusLabels[status].split('|')].map((name) => [foldText(name), status] as const),
  ),
);

export function parseStatus(text: string): Cell<PersonStatus> {
  const value = statuses.get(foldText(text));
  return value ? { value } : { code: 'status_unknown' };
}

/**
 * Parses a date written as YYYY-MM-DD, YYYYMMDD, DD.MM.YYYY or DD/MM/YYYY. Returns YYYY-MM-DD, or null if there is no
 * such date.
 */
function isoDate(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  const [, day2, month2, year2] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text) ?? [];
  const parts = [year ?? year2, month ?? month2, day ?? day2];
  if (parts.some((part) => part === undefined)) return null;
  const iso = `${parts[0]}-${parts[1]!.padStart(2, '0')}-${parts[2]!.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

function parseBirthDate(text: string, { today }: CellContext): Cell<string> {
  const date = isoDate(text.replace(/[T ]00:00(:00)?(\.0+)?Z?$/, ''));
  return date !== null && date >= '1900-01-01' && date <= today ? { value: date } : { code: 'date_invalid' };
}

/** Reads a date, optionally with a time. A time without an offset is in UTC. */
function parseRegisteredAt(text: string, { today }: CellContext): Cell<string> {
  const [, day = '', time = '', offset = ''] =
    /^(\S+?)(?:[T ,]+(\d{1,2}:\d\d(?::\d\d(?:\.\d{1,6})?)?)\s*(Z|[+-]\d\d:?\d\d)?)?$/.exec(text) ?? [];
  const date = isoDate(day);
  if (date === null) return { code: 'date_invalid' };
  const [hours = '00', ...rest] = (time || '00:00').split(':');
  const instant = new Date(`${date}T${hours.padStart(2, '0')}:${rest.join(':')}${offset || 'Z'}`);
  if (Number.isNaN(instant.getTime()) || date < '1970-01-01' || date > today) return { code: 'date_invalid' };
  return { value: instant.toISOString() };
}

function parseList(text: string): Cell<string[]> {
  if (text.startsWith('=')) return { code: 'formula' };
  if (controlCharacters.test(text)) return { code: 'control_characters' };
  const names = [
    ...new Set(
      text
        .split(/:::|[;|]/)
        // Google Contacts marks its built-in groups with an asterisk.
        .map((name) => name.replace(/^\s*\*\s/, '').trim())
        .filter(Boolean),
    ),
  ];
  if (names.some((name) => name.length > MAX_IMPORT_TAG_CHARS)) return { code: 'tag_too_long' };
  return names.length > MAX_TAGS ? { code: 'too_many_tags' } : { value: names };
}

type Reader<T> = (text: string, context: CellContext) => Cell<T>;

const name = textParser(MAX_NAME_CHARS);
const readers: { [F in ImportField]: Reader<NonNullable<ImportedPerson[F]>> } = {
  first_name: name,
  last_name: name,
  middle_name: name,
  phone: parsePhoneCell,
  email: parseEmail,
  country: parseCountry,
  city: name,
  language: parseLanguage,
  date_birth: parseBirthDate,
  gender: parseGender,
  telegram: parseTelegram,
  status: parseStatus,
  responsible: textParser(MAX_RESPONSIBLE_CHARS),
  referrer_promo: textParser(MAX_NAME_CHARS),
  tags: parseList,
  groups: parseList,
  work_zone: name,
  registered_at: parseRegisteredAt,
  note: parseNote,
  external_id: textParser(MAX_EXTERNAL_ID_CHARS),
};

/** Converts the text of a cell that is not empty to the value of a field. */
export function readCell(field: ImportField, text: string, context: CellContext): Cell<unknown> {
  return readers[field](text, context);
}
