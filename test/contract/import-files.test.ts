import { describe, expect, it } from 'vitest';
import {
  detectDelimiter,
  detectEncoding,
  readImportFile,
  decodeFile,
  FileProblem,
} from '../../contract/imports/read-file.ts';
import { matchColumns, mappingProblems, headerSignature } from '../../contract/imports/columns.ts';
import { MAX_CELL_CHARS } from '../../contract/imports/fields.ts';
import { decode, encode } from '../helpers/import-files.ts';

/** Reads a file in its detected format. */
function readDetected(bytes: Uint8Array) {
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
    readDetected(bytes);
    return null;
  } catch (error) {
    return error instanceof FileProblem ? error.code : 'other';
  }
};

describe('files written by other programs', () => {
  it('reads a CSV file saved by Excel in Germany: semicolons and windows-1252', () => {
    const text = 'Vorname;Straße\r\nJürgen;Größe 5 „süß“ €\r\nRené;Ääöü\r\n';
    expect(readDetected(encode(text, 'windows-1252'))).toEqual({
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

  it('drops the byte-order mark, empty lines, and empty columns at the end of a CSV file', () => {
    expect(readDetected(utf8('\uFEFFName,Phone,,\r\n\r\nAnn,1,,\r\n,,,\r\nBen,2,,\r\n'))).toEqual({
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

  it('keeps a CSV row with a wrong number of cells unchanged, so that it can be reported', () => {
    expect(readDetected(utf8('a,b\nx,y,z\nx\n')).cells).toEqual([['x', 'y', 'z'], ['x']]);
  });

  it('reads the first row of a CSV file as a person if the file has no column names', () => {
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

  it('refuses a CSV file with bytes that are invalid in the chosen encoding', () => {
    const bytes = encode('Имя;Я', 'windows-1251');
    expect(() =>
      readImportFile(bytes, { encoding: 'utf-8', delimiter: 'semicolon', has_header: true }, decode),
    ).toThrow('file_encoding');
  });

  it('accepts a CSV cell of the maximum length and refuses a longer one', () => {
    expect(problemOf(utf8(`a,b\n1,${'x'.repeat(MAX_CELL_CHARS)}`))).toBeNull();
    expect(problemOf(utf8(`a,b\n1,${'x'.repeat(MAX_CELL_CHARS + 1)}`))).toBe('file_cell_too_long');
  });

  it('refuses files of other types that are named .csv', () => {
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

  it('finds the field of a column by name or synonym in three languages, ignoring case and accents', () => {
    expect(fields('VORNAME', 'Телефон', 'E-Mail', 'external_id', 'Дата рождения', 'Kunden-Nr.')).toEqual([
      ['first_name', 'matched'],
      ['phone', 'matched'],
      ['email', 'matched'],
      ['external_id', 'matched'],
      ['date_birth', 'matched'],
      [null, 'none'],
    ]);
  });

  it('suggests the field of a column as "likely" if the column name is misspelt, abbreviated or longer', () => {
    expect(fields('Frist name', 'Geb', 'Phone (private)', 'Quelle 2', 'import_reason')).toEqual([
      ['first_name', 'likely'],
      ['date_birth', 'likely'],
      ['phone', 'likely'],
      [null, 'none'],
      [null, 'none'],
    ]);
  });

  it('assigns a field to the first column with an exact name and to no other column', () => {
    expect(fields('Phone', 'Mobile', 'Tel.')).toEqual([
      ['phone', 'matched'],
      [null, 'none'],
      [null, 'none'],
    ]);
  });

  it('reuses the column mapping of an earlier file with the same columns', () => {
    const saved = ['first_name', 'tags', null] as const;
    expect(matchColumns(['Name', 'Gruppe', 'Phone'], saved)).toEqual([
      { field: 'first_name', kind: 'matched' },
      { field: 'tags', kind: 'saved' },
      { field: null, kind: 'none' },
    ]);
    expect(headerSignature(['E-Mail', 'Größe'])).toBe(headerSignature(['e mail', 'GRÖSSE']));
  });

  it('reports a mapping without a first name, with neither phone nor email, or with the same field twice', () => {
    expect(mappingProblems(['phone', null], 'create')).toEqual({ missing: ['first_name'], repeated: [] });
    expect(mappingProblems(['first_name', 'external_id'], 'create_update').missing).toEqual(['phone_or_email']);
    expect(mappingProblems(['external_id'], 'update')).toEqual({ missing: [], repeated: [] });
    expect(mappingProblems(['first_name', 'email', 'email'], 'create').repeated).toEqual(['email']);
  });
});
