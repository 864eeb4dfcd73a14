import { foldText } from '../search/fold.ts';
import { importFields, type ImportField, type Mapping } from './fields.ts';

/**
 * How the field of a column was found. `matched`: by its name. `likely`: by a similar name, so the user should check
 * it. `saved`: in the mapping of an earlier file with the same columns. `none`: not found.
 */
export type MatchKind = 'matched' | 'likely' | 'saved' | 'none';

export interface ColumnMatch {
  field: ImportField | null;
  kind: MatchKind;
}

/** Column names that other programs use, in Russian, English and German. They are compared without case and accents. */
const synonyms: Readonly<Record<ImportField, readonly string[]>> = {
  first_name: [...['first name', 'firstname', 'given name', 'forename', 'first'], ...['vorname', 'rufname', 'имя']],
  last_name: [
    ...['last name', 'lastname', 'surname', 'family name', 'last'],
    ...['nachname', 'familienname', 'name nachname', 'фамилия'],
  ],
  middle_name: [
    'middle name',
    'middlename',
    'additional name',
    'patronymic',
    'zweiter vorname',
    'weitere vornamen',
    'отчество',
  ],
  phone: [
    ...[
      'phone',
      'phone number',
      'mobile',
      'mobile phone',
      'phone 1 value',
      'phone 1',
      'tel',
      'tel cell',
      'cell',
      'cell phone',
      'telephone',
    ],
    ...['telefon', 'telefonnummer', 'handy', 'handynummer', 'mobil', 'mobiltelefon', 'rufnummer'],
    ...['телефон', 'номер телефона', 'мобильный', 'мобильный телефон', 'сотовый', 'тел'],
  ],
  email: [
    ...['email', 'e mail', 'mail', 'email address', 'e mail address', 'e mail 1 value', 'email 1 value', 'e mail 1'],
    ...[
      'e mail adresse',
      'mailadresse',
      'почта',
      'электронная почта',
      'эл почта',
      'емейл',
      'имейл',
      'адрес электронной почты',
    ],
  ],
  country: ['country', 'country code', 'address 1 country', 'land', 'staat', 'страна'],
  city: ['city', 'town', 'address 1 city', 'locality', 'stadt', 'ort', 'wohnort', 'город', 'населенный пункт'],
  language: ['language', 'lang', 'sprache', 'язык'],
  date_birth: [
    ...['date of birth', 'birthday', 'birth date', 'birthdate', 'dob', 'bday', 'date birth'],
    ...['geburtsdatum', 'geburtstag', 'дата рождения', 'день рождения', 'др'],
  ],
  gender: ['gender', 'sex', 'geschlecht', 'пол'],
  telegram: ['telegram', 'telegram name', 'telegram username', 'tg', 'телеграм', 'телеграмм'],
  status: ['status', 'state', 'статус', 'состояние'],
  responsible: [
    ...['owner', 'responsible', 'consultant', 'responsible consultant', 'assigned to', 'manager'],
    ...['berater', 'beraterin', 'zustandig', 'verantwortlich', 'betreuer', 'ответственный', 'консультант', 'менеджер'],
  ],
  referrer_promo: [
    ...[
      'promo code',
      'referrer promo code',
      'promo',
      'referral code',
      'referrer',
      'werbecode',
      'promocode',
      'aktionscode',
    ],
    ...['промокод', 'промо код', 'промокод пригласившего'],
  ],
  tags: ['tags', 'tag', 'labels', 'keywords', 'schlagworte', 'schlagworter', 'теги', 'метки', 'тег'],
  groups: ['groups', 'group', 'categories', 'group membership', 'gruppe', 'gruppen', 'группа', 'группы'],
  work_zone: ['work zone', 'zone', 'district', 'arbeitsgebiet', 'gebiet', 'рабочая зона', 'зона', 'район'],
  registered_at: [
    ...[
      'registered at',
      'registered',
      'registration date',
      'created',
      'created at',
      'creation date',
      'signup date',
      'date registered',
    ],
    ...[
      'registriert am',
      'angelegt am',
      'registrierungsdatum',
      'erstellt am',
      'дата регистрации',
      'дата создания',
      'зарегистрирован',
      'создан',
    ],
  ],
  note: [
    'note',
    'notes',
    'comment',
    'comments',
    'remarks',
    'notiz',
    'notizen',
    'bemerkung',
    'kommentar',
    'заметка',
    'заметки',
    'комментарий',
    'примечание',
  ],
  external_id: [
    ...['external id', 'id', 'uid', 'customer id', 'client id', 'contact id', 'external_id'],
    ...['kundennummer', 'kundennr', 'kunden nr', 'externe id', 'внешний id', 'ид', 'код клиента', 'номер клиента'],
  ],
};

/**
 * Names that are accepted only as the whole name of a column, because they also occur in names of other columns, such
 * as "Home state" or "Company first".
 */
const exactOnly: ReadonlySet<string> = new Set(['state', 'first', 'last', 'created', 'land', 'zone']);

/** Returns the form in which column names are compared: folded words without punctuation. */
export const columnKey = (name: string): string =>
  foldText(name)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/**
 * Names of columns that contain a whole name or, as in German, a family name. Such a column becomes the last name if
 * another column is the first name, and otherwise the first name.
 */
const wholeNames: ReadonlySet<string> = new Set(
  ['name', 'full name', 'display name', 'fn', 'полное имя', 'фио'].map(columnKey),
);

const fieldsByName = new Map<string, ImportField>(
  importFields.flatMap((field) =>
    [field.replaceAll('_', ' '), ...synonyms[field]].map((name) => [columnKey(name), field] as const),
  ),
);

/** Returns the Levenshtein distance of two texts; `limit` + 1 if their lengths differ by more than `limit`. */
function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let previous = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const change = previous[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(change, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous.at(-1)!;
}

/**
 * Minimum number of characters of names that are compared by distance: many shorter names differ in only one or two
 * letters.
 */
const MIN_FUZZY_CHARS = 4;

/**
 * Finds the field of a column name that is misspelt, abbreviated ("Geb."), or has additional words ("Phone (private)").
 */
function likelyField(key: string): ImportField | null {
  let best: { field: ImportField; score: number } | null = null;
  for (const [name, field] of fieldsByName) {
    if (exactOnly.has(name)) continue;
    const isPart = name.length >= MIN_FUZZY_CHARS && ` ${key} `.includes(` ${name} `);
    const isStart = key.length >= 3 && name.startsWith(key);
    const limit = Math.floor(Math.min(key.length, name.length) / MIN_FUZZY_CHARS);
    const changes = key.length < MIN_FUZZY_CHARS || limit === 0 ? Infinity : editDistance(key, name, limit);
    const score = changes <= limit ? changes : isPart ? 3 : isStart ? 4 : Infinity;
    if (score < (best?.score ?? Infinity)) best = { field, score };
  }
  return best?.field ?? null;
}

/** Returns the key under which the mapping of a file is stored for later files with the same columns. */
export const headerSignature = (header: readonly string[]): string => header.map(columnKey).join('|');

/**
 * Finds the field of each column by the column's name: exactly, by a synonym, or approximately. Each field is assigned
 * to one column only; exact names and synonyms take precedence over whole names and similar names. If `saved`, the
 * mapping of an earlier file with the same columns, is given, it is used instead.
 */
export function matchColumns(header: readonly string[], saved: Mapping | null = null): ColumnMatch[] {
  const keys = header.map(columnKey);
  const matches: ColumnMatch[] = keys.map((key, at) => {
    const exact = fieldsByName.get(key) ?? null;
    const isSame = saved?.[at] === (exact ?? (wholeNames.has(key) ? 'first_name' : null));
    if (saved) return { field: saved[at] ?? null, kind: saved[at] ? (isSame ? 'matched' : 'saved') : 'none' };
    return exact ? { field: exact, kind: 'matched' } : { field: null, kind: 'none' };
  });
  if (saved) return matches;
  const used = new Set<ImportField>();
  const unique = matches.map((match) => {
    if (match.field === null || !used.has(match.field)) {
      if (match.field) used.add(match.field);
      return match;
    }
    return { field: null, kind: 'none' } as const;
  });
  return unique.map((match, at) => {
    const key = keys[at]!;
    if (match.field !== null || key === '' || fieldsByName.has(key)) return match;
    const field = wholeNames.has(key) ? (used.has('first_name') ? 'last_name' : 'first_name') : likelyField(key);
    if (field === null || used.has(field)) return match;
    used.add(field);
    return { field, kind: field === 'first_name' && wholeNames.has(key) ? 'matched' : 'likely' };
  });
}

/** What is wrong with a mapping: required fields that no column has, and fields that several columns have. */
export interface MappingProblems {
  missing: ('first_name' | 'phone_or_email')[];
  repeated: ImportField[];
}

/** Checks a mapping. In the mode `update`, no name is required, and an external id is enough to find people. */
export function mappingProblems(mapping: Mapping, mode: 'create' | 'create_update' | 'update'): MappingProblems {
  const usedFields = new Set(mapping.filter((field) => field !== null));
  const repeated = [...usedFields].filter((field) => mapping.indexOf(field) !== mapping.lastIndexOf(field));
  const canFindPeople =
    usedFields.has('phone') || usedFields.has('email') || (mode === 'update' && usedFields.has('external_id'));
  return {
    missing: [
      ...(usedFields.has('first_name') || mode === 'update' ? [] : (['first_name'] as const)),
      ...(canFindPeople ? [] : (['phone_or_email'] as const)),
    ],
    repeated,
  };
}
