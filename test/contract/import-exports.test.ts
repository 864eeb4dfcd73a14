import { describe, expect, it } from 'vitest';
import type { ImportedPerson } from '../../contract/imports/cells.ts';
import { matchColumns } from '../../contract/imports/columns.ts';
import type { ImportField, IssueCode } from '../../contract/imports/fields.ts';
import { decodeFile, detectDelimiter, detectEncoding, readImportFile } from '../../contract/imports/read-file.ts';
import { readRows } from '../../contract/imports/rows.ts';
import { parsePhone } from '../../contract/written-phone.ts';
import { decode, encode, settingsOf } from '../helpers/import-files.ts';

/** Reads a file as the app does, with its detected format and the suggested mapping. */
function importOf(bytes: Uint8Array, country: string | null = null) {
  const encoding = detectEncoding(bytes, decode);
  const delimiter = detectDelimiter(decodeFile(bytes, encoding, decode));
  const format = { encoding, delimiter, has_header: true };
  const file = readImportFile(bytes, format, decode);
  const mapping = matchColumns(file.header).map(({ field }) => field);
  const context = {
    country,
    today: '2026-03-02',
    parsePhone: (written: string, of: string | null) => parsePhone(written, [of]),
  };
  const rows = readRows(file, settingsOf(mapping, format), context);
  return { encoding, delimiter, file, mapping, rows };
}

interface Export {
  bytes: Uint8Array;
  country?: string;
  encoding: string;
  delimiter: string;
  /** The field of each column; null for a column that is not imported. */
  mapping: (ImportField | null)[];
  /** Every row: its line, all of its cells, the values read from them, and the remarks. */
  rows: [line: number, cells: string[], values: ImportedPerson, issues?: [ImportField | null, IssueCode][]][];
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const exports: Record<string, Export> = {
  'Excel in Russia: semicolons and windows-1251': {
    bytes: encode(
      'Имя;Фамилия;Отчество;Телефон;Почта;Дата рождения;Город;Страна;Пол;Метки;Примечание;;\r\n' +
        'Иван;Петров;Ильич;8 900 123-45-67;IVAN@example.org;03.05.1990;Санкт-Петербург;Россия;муж;"друзья; музыка";"сказал: ""да"";\r\nзвонить после 18";;\r\n' +
        'Жанна;Ёлкина;;;zhanna@example.org;;Тюмень;РФ;ж;;;;\r\n;;;;;;;;;;;;\r\n',
      'windows-1251',
    ),
    country: 'RU',
    encoding: 'windows-1251',
    delimiter: 'semicolon',
    mapping: [
      ...(['first_name', 'last_name', 'middle_name', 'phone', 'email', 'date_birth', 'city'] as const),
      ...(['country', 'gender', 'tags', 'note'] as const),
    ],
    rows: [
      [
        2,
        [
          ...['Иван', 'Петров', 'Ильич', '8 900 123-45-67', 'IVAN@example.org', '03.05.1990', 'Санкт-Петербург'],
          ...['Россия', 'муж', 'друзья; музыка', 'сказал: "да";\r\nзвонить после 18'],
        ],
        {
          ...{ first_name: 'Иван', last_name: 'Петров', middle_name: 'Ильич', phone: '+79001234567' },
          ...{ email: 'ivan@example.org', date_birth: '1990-05-03', city: 'Санкт-Петербург', country: 'RU' },
          ...{ gender: 'm', tags: ['друзья', 'музыка'], note: 'сказал: "да";\r\nзвонить после 18' },
        },
      ],
      [
        4,
        ['Жанна', 'Ёлкина', '', '', 'zhanna@example.org', '', 'Тюмень', 'РФ', 'ж', '', ''],
        {
          ...{ first_name: 'Жанна', last_name: 'Ёлкина', email: 'zhanna@example.org', city: 'Тюмень' },
          ...{ country: 'RU', gender: 'f' },
        },
      ],
    ],
  },
  'Excel in Germany: a line that names the separator, windows-1252, numbers as formulas': {
    bytes: encode(
      'sep=;\r\nName;Vorname;Handy;Ort;Geburtsdatum;Bemerkung\r\n' +
        'Groß;Jürgen;="0151 2345678";Köln;1.2.1980;"„süß“; 5 €"\r\n',
      'windows-1252',
    ),
    country: 'DE',
    encoding: 'windows-1252',
    delimiter: 'semicolon',
    mapping: ['last_name', 'first_name', 'phone', 'city', 'date_birth', 'note'],
    rows: [
      [
        3,
        ['Groß', 'Jürgen', '="0151 2345678"', 'Köln', '1.2.1980', '„süß“; 5 €'],
        {
          ...{ last_name: 'Groß', first_name: 'Jürgen', phone: '+491512345678', city: 'Köln' },
          ...{ date_birth: '1980-02-01', note: '„süß“; 5 €' },
        },
      ],
    ],
  },
  'Google Contacts until 2023: whole name beside its parts, several values in a cell': {
    bytes: utf8(
      'Name,Given Name,Additional Name,Family Name,Birthday,Notes,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value\n' +
        'Ada Mae Holm,Ada,Mae,Holm,1990-05-03,"met in ""Bonn"", in May",* myContacts ::: Book club,* Home,ada@example.org,Mobile,+49 151 1234567 ::: +49 30 1234567\n',
    ),
    encoding: 'utf-8',
    delimiter: 'comma',
    mapping: [
      ...([null, 'first_name', 'middle_name', 'last_name', 'date_birth', 'note', 'groups'] as const),
      ...([null, 'email', null, 'phone'] as const),
    ],
    rows: [
      [
        2,
        [
          ...['Ada Mae Holm', 'Ada', 'Mae', 'Holm', '1990-05-03', 'met in "Bonn", in May'],
          ...[
            '* myContacts ::: Book club',
            '* Home',
            'ada@example.org',
            'Mobile',
            '+49 151 1234567 ::: +49 30 1234567',
          ],
        ],
        {
          ...{ first_name: 'Ada', middle_name: 'Mae', last_name: 'Holm', date_birth: '1990-05-03' },
          ...{ note: 'met in "Bonn", in May', groups: ['myContacts', 'Book club'], email: 'ada@example.org' },
          phone: '+491511234567',
        },
        [['phone', 'more_values']],
      ],
    ],
  },
  'Google Contacts today: labels and addresses in columns': {
    bytes: utf8(
      'First Name,Middle Name,Last Name,Phonetic First Name,Nickname,Organization Name,Birthday,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - City,Address 1 - Region,Address 1 - Country\n' +
        'Kim,,Lee,,KL,ACME,,,* friends,* Other,kim@example.org,Mobile,+1 212-555-0100,New York,NY,United States of America\n',
    ),
    encoding: 'utf-8',
    delimiter: 'comma',
    mapping: [
      ...(['first_name', 'middle_name', 'last_name', null, null, null, 'date_birth', 'note', 'tags'] as const),
      ...([null, 'email', null, 'phone', 'city', null, 'country'] as const),
    ],
    rows: [
      [
        2,
        [
          ...['Kim', '', 'Lee', '', 'KL', 'ACME', '', '', '* friends', '* Other', 'kim@example.org', 'Mobile'],
          ...['+1 212-555-0100', 'New York', 'NY', 'United States of America'],
        ],
        {
          ...{ first_name: 'Kim', last_name: 'Lee', tags: ['friends'], email: 'kim@example.org' },
          ...{ phone: '+12125550100', city: 'New York', country: 'US' },
        },
      ],
    ],
  },
  'Outlook: a byte-order mark, quotes around all cells, an empty date': {
    bytes: utf8(
      '\uFEFF"Title","First Name","Last Name","Company","Home City","Home State","Home Country/Region","Mobile Phone","Birthday","E-mail Address"\r\n' +
        '"Dr.","Åse","O\'Neil","","Oslo","","Norway","+47 22 00 00 00","0/0/00","Åse <ase@example.org>"\r\n',
    ),
    encoding: 'utf-8',
    delimiter: 'comma',
    mapping: [null, 'first_name', 'last_name', null, 'city', null, 'country', 'phone', 'date_birth', 'email'],
    rows: [
      [
        2,
        [...['Dr.', 'Åse', "O'Neil", '', 'Oslo', '', 'Norway', '+47 22 00 00 00', '0/0/00', 'Åse <ase@example.org>']],
        {
          ...{ first_name: 'Åse', last_name: "O'Neil", city: 'Oslo', country: 'NO', phone: '+4722000000' },
          email: 'ase@example.org',
        },
      ],
    ],
  },
  'a vCard converter: tabs, line breaks within quotes, basic dates, links': {
    bytes: utf8(
      'FN\tTEL;TYPE=CELL\tEMAIL;TYPE=HOME\tBDAY\tNOTE\n' +
        'Bo Ay\ttel:+4915123456789\tmailto:bo@example.org\t19900503\t"first line\nsecond ""line"""\n\nEm\t\tem@example.org\t\t\n',
    ),
    encoding: 'utf-8',
    delimiter: 'tab',
    mapping: ['first_name', 'phone', 'email', 'date_birth', 'note'],
    rows: [
      [
        2,
        ['Bo Ay', 'tel:+4915123456789', 'mailto:bo@example.org', '19900503', 'first line\nsecond "line"'],
        {
          ...{ first_name: 'Bo Ay', phone: '+4915123456789', email: 'bo@example.org', date_birth: '1990-05-03' },
          note: 'first line\nsecond "line"',
        },
      ],
      [5, ['Em', '', 'em@example.org', '', ''], { first_name: 'Em', email: 'em@example.org' }],
    ],
  },
  'an old Mac program: carriage returns as line breaks, empty columns at the end': {
    bytes: utf8('Full Name,Cell Phone,,\rAnn,+49 30 111111,,\rBen,"+49 30 222222, +49 30 333333",,\r'),
    encoding: 'utf-8',
    delimiter: 'comma',
    mapping: ['first_name', 'phone'],
    rows: [
      [2, ['Ann', '+49 30 111111'], { first_name: 'Ann', phone: '+4930111111' }],
      [
        3,
        ['Ben', '+49 30 222222, +49 30 333333'],
        { first_name: 'Ben', phone: '+4930222222' },
        [['phone', 'more_values']],
      ],
    ],
  },
  'a Russian CRM: ids, dates of creation, a phone number that Excel has shortened': {
    bytes: utf8(
      'ID,Полное имя,Мобильный телефон,Рабочий e-mail,Ответственный,Дата создания,Теги\n' +
        '17,Ольга,"7,90012E+10",olga@example.org,kim@example.org,05.03.2024 14:20:11,"книги, музыка"\n',
    ),
    encoding: 'utf-8',
    delimiter: 'comma',
    mapping: ['external_id', 'first_name', 'phone', 'email', 'responsible', 'registered_at', 'tags'],
    rows: [
      [
        2,
        [
          ...['17', 'Ольга', '7,90012E+10', 'olga@example.org', 'kim@example.org', '05.03.2024 14:20:11'],
          'книги, музыка',
        ],
        {
          ...{ external_id: '17', first_name: 'Ольга', email: 'olga@example.org', responsible: 'kim@example.org' },
          ...{ registered_at: '2024-03-05T14:20:11.000Z', tags: ['книги, музыка'] },
        },
        [['phone', 'phone_invalid']],
      ],
    ],
  },
};

describe('CSV files exported by other programs', () => {
  it.each(Object.entries(exports))('reads every cell of an export from %s', (_, expected) => {
    const { encoding, delimiter, mapping, file, rows } = importOf(expected.bytes, expected.country);
    expect({ encoding, delimiter, mapping }).toEqual({
      encoding: expected.encoding,
      delimiter: expected.delimiter,
      mapping: expected.mapping,
    });
    expect(file.rows.map(({ line, cells }) => [line, cells])).toEqual(
      expected.rows.map(([line, cells]) => [line, cells]),
    );
    expect(rows.map(({ values, issues }) => [values, issues.map(({ field, code }) => [field, code])])).toEqual(
      expected.rows.map(([, , values, issues = []]) => [values, issues]),
    );
  });

  it('a column "Name" of an import file is used as the first name only if no other column contains the first name', () => {
    const kinds = (...names: string[]) => matchColumns(names).map(({ field, kind }) => [field, kind]);
    expect(kinds('Name', 'Phone')).toEqual([
      ['first_name', 'matched'],
      ['phone', 'matched'],
    ]);
    expect(kinds('Name', 'Vorname')).toEqual([
      ['last_name', 'likely'],
      ['first_name', 'matched'],
    ]);
    expect(kinds('Name', 'First name', 'Last name')[0]).toEqual([null, 'none']);
  });

  it.each(['Home State', 'Time Zone', 'Company Name', 'Last Contact'])(
    'does not assign a column "%s" of an import file to a field with a similar name',
    (name) => {
      expect(matchColumns([name])).toEqual([{ field: null, kind: 'none' }]);
    },
  );
});
