import { describe, expect, it } from 'vitest';
import {
  detectDelimiter,
  detectEncoding,
  readImportFile,
  decodeFile,
  FileProblem,
  type Decode,
} from '../../contract/imports/read-file.ts';
import { matchColumns, mappingProblems, headerSignature } from '../../contract/imports/columns.ts';
import { MAX_CELL_CHARS } from '../../contract/imports/fields.ts';

const decode: Decode = (bytes, encoding, fatal) => new TextDecoder(encoding, { fatal }).decode(bytes);

/** Encodes a text in a one-byte encoding, by decoding every byte. */
function encode(text: string, encoding: 'windows-1251' | 'windows-1252'): Uint8Array {
  const all = decode(
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
    encoding,
    false,
  );
  return Uint8Array.from([...text].map((letter) => all.indexOf(letter)));
}

/** Reads a file in the format that is detected. */
function read(bytes: Uint8Array) {
  const encoding = detectEncoding(bytes, decode);
  const delimiter = detectDelimiter(decodeFile(bytes, encoding, decode));
  const file = readImportFile(bytes, { encoding, delimiter, has_header: true }, decode);
  return {
    encoding,
    delimiter,
    header: file.header,
    cells: file.rows.map(({ cells }) => cells),
    lines: file.rows.map(({ line }) => line),
  };
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const problemOf = (bytes: Uint8Array): string | null => {
  try {
    read(bytes);
    return null;
  } catch (error) {
    return error instanceof FileProblem ? error.code : 'other';
  }
};

describe('files as other programs write them', () => {
  it('reads what Excel saves in Russia: semicolons, windows-1251, and quotes around semicolons', () => {
    const text = 'Имя;Фамилия;Телефон;Метки\r\nИван;Петров;8 900 123-45-67;"друзья; музыка"\r\nЖанна;Ёлкина;;\r\n';
    expect(read(encode(text, 'windows-1251'))).toEqual({
      encoding: 'windows-1251',
      delimiter: 'semicolon',
      header: ['Имя', 'Фамилия', 'Телефон', 'Метки'],
      cells: [
        ['Иван', 'Петров', '8 900 123-45-67', 'друзья; музыка'],
        ['Жанна', 'Ёлкина', '', ''],
      ],
      lines: [2, 3],
    });
  });

  it('reads what Excel saves in Germany: semicolons and windows-1252', () => {
    const text = 'Vorname;Straße\r\nJürgen;Größe 5 „süß“ €\r\nRené;Ääöü\r\n';
    expect(read(encode(text, 'windows-1252'))).toEqual({
      encoding: 'windows-1252',
      delimiter: 'semicolon',
      header: ['Vorname', 'Straße'],
      cells: [
        ['Jürgen', 'Größe 5 „süß“ €'],
        ['René', 'Ääöü'],
      ],
      lines: [2, 3],
    });
  });

  it('reads the export of Google Contacts, and finds its columns', () => {
    const header =
      'Name,Given Name,Additional Name,Family Name,Birthday,Notes,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value';
    const row =
      'Ada Mae Holm,Ada,Mae,Holm,1990-05-03,"met in ""Bonn"", in May",* myContacts,* Home,ada@example.org,Mobile,+49 151 1234567';
    const file = read(utf8(`${header}\n${row}\n`));
    expect(file.cells).toEqual([
      [
        'Ada Mae Holm',
        'Ada',
        'Mae',
        'Holm',
        '1990-05-03',
        'met in "Bonn", in May',
        '* myContacts',
        '* Home',
        'ada@example.org',
        'Mobile',
        '+49 151 1234567',
      ],
    ]);
    expect(matchColumns(file.header).map(({ field }) => field)).toEqual([
      'first_name',
      null,
      'middle_name',
      'last_name',
      'date_birth',
      'note',
      'groups',
      null,
      'email',
      null,
      'phone',
    ]);
  });

  it('reads the export of a vCard converter: tabs, and line breaks within quotes', () => {
    const text =
      'First Name\tLast Name\tMobile Phone\tNotes\nKim\tLee\t+1 212 555 0100\t"first line\nsecond line"\nBo\tAy\t\t\n';
    expect(read(utf8(text))).toMatchObject({
      delimiter: 'tab',
      cells: [
        ['Kim', 'Lee', '+1 212 555 0100', 'first line\nsecond line'],
        ['Bo', 'Ay', '', ''],
      ],
      lines: [2, 4],
    });
  });

  it('drops the byte-order mark, empty lines, and empty columns at the end', () => {
    expect(read(utf8('\uFEFFName,Phone,,\r\n\r\nAnn,1,,\r\n,,,\r\nBen,2,,\r\n'))).toEqual({
      encoding: 'utf-8',
      delimiter: 'comma',
      header: ['Name', 'Phone'],
      cells: [
        ['Ann', '1'],
        ['Ben', '2'],
      ],
      lines: [3, 5],
    });
  });

  it('keeps rows with another number of cells as they are, so that they can be reported', () => {
    expect(read(utf8('a,b\nx,y,z\nx\n')).cells).toEqual([['x', 'y', 'z'], ['x']]);
  });

  it('takes the first row as a person if there are no names of columns', () => {
    const file = readImportFile(
      utf8('Ann,1\nBen,2'),
      { encoding: 'utf-8', delimiter: 'comma', has_header: false },
      decode,
    );
    expect(file).toEqual({
      header: ['', ''],
      rows: [
        { line: 1, cells: ['Ann', '1'] },
        { line: 2, cells: ['Ben', '2'] },
      ],
    });
  });

  it('refuses bytes that the chosen encoding does not have', () => {
    const bytes = encode('Имя;Я', 'windows-1251');
    expect(() =>
      readImportFile(bytes, { encoding: 'utf-8', delimiter: 'semicolon', has_header: true }, decode),
    ).toThrow('file_encoding');
  });

  it('accepts a cell of the maximum length and refuses a longer one', () => {
    expect(problemOf(utf8(`a,b\n1,${'x'.repeat(MAX_CELL_CHARS)}`))).toBeNull();
    expect(problemOf(utf8(`a,b\n1,${'x'.repeat(MAX_CELL_CHARS + 1)}`))).toBe('file_cell_too_long');
  });

  it('refuses files of other kinds that are named .csv', () => {
    const starts = [
      [0x50, 0x4b, 3, 4],
      [0x50, 0x4b, 5, 6],
      [0x25, 0x50, 0x44, 0x46],
      [0xd0, 0xcf, 0x11, 0xe0],
      [0x1f, 0x8b],
    ];
    for (const start of starts) expect(problemOf(Uint8Array.from([...start, 65, 66]))).toBe('file_not_csv');
    expect(problemOf(utf8('a\0b'))).toBe('file_not_csv');
    for (const mark of [
      [0xff, 0xfe],
      [0xfe, 0xff],
    ])
      expect(problemOf(Uint8Array.from([...mark, 65, 0]))).toBe('file_encoding');
  });
});

describe('the columns of a file', () => {
  const fields = (...names: string[]) => matchColumns(names).map(({ field, kind }) => [field, kind]);

  it('are found by exact names and synonyms in three languages, without case, accents and punctuation', () => {
    expect(fields('VORNAME', 'Телефон', 'E-Mail', 'external_id', 'Дата рождения', 'Kunden-Nr.')).toEqual([
      ['first_name', 'matched'],
      ['phone', 'matched'],
      ['email', 'matched'],
      ['external_id', 'matched'],
      ['date_birth', 'matched'],
      [null, 'none'],
    ]);
  });

  it('are found approximately if they are misspelt, shortened or longer, and are then to be checked', () => {
    expect(fields('Frist name', 'Geb', 'Phone (private)', 'Quelle 2', 'import_reason')).toEqual([
      ['first_name', 'likely'],
      ['date_birth', 'likely'],
      ['phone', 'likely'],
      [null, 'none'],
      [null, 'none'],
    ]);
  });

  it('get a field only once: the first exact name wins', () => {
    expect(fields('Phone', 'Mobile', 'Tel.')).toEqual([
      ['phone', 'matched'],
      [null, 'none'],
      [null, 'none'],
    ]);
  });

  it('take over the mapping of an earlier file with the same columns', () => {
    const saved = ['first_name', 'tags', null] as const;
    expect(matchColumns(['Name', 'Gruppe', 'Phone'], saved)).toEqual([
      { field: 'first_name', kind: 'matched' },
      { field: 'tags', kind: 'saved' },
      { field: null, kind: 'none' },
    ]);
    expect(headerSignature(['E-Mail', 'Größe'])).toBe(headerSignature(['e mail', 'GRÖSSE']));
  });

  it('lack a first name, or phone and email, or have a field twice', () => {
    expect(mappingProblems(['phone', null], 'create')).toEqual({ missing: ['first_name'], twice: [] });
    expect(mappingProblems(['first_name', 'external_id'], 'create_update').missing).toEqual(['phone_or_email']);
    expect(mappingProblems(['external_id'], 'update')).toEqual({ missing: [], twice: [] });
    expect(mappingProblems(['first_name', 'email', 'email'], 'create').twice).toEqual(['email']);
  });
});
