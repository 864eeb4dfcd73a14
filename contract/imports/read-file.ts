import Papa from 'papaparse';
import {
  delimiterChars,
  delimiters,
  MAX_CELL_CHARS,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROWS,
  type Delimiter,
  type Encoding,
  type FileError,
} from './fields.ts';

/** Decodes bytes like TextDecoder: if `fatal` is true, it throws on bytes that are invalid in the encoding. */
export type DecodeText = (bytes: Uint8Array, encoding: Encoding, fatal: boolean) => string;

/**
 * Thrown for a file that cannot be imported. `line` is the line of the problem; null if the problem has no single line.
 */
export class FileProblem extends Error {
  readonly code: FileError;
  readonly line: number | null;
  constructor(code: FileError, line: number | null = null) {
    super(code);
    this.name = 'FileProblem';
    this.code = code;
    this.line = line;
  }
}

/** A record of the file. `line` is the line on which the record starts, counting from 1. */
export interface FileRow {
  line: number;
  cells: string[];
}

export interface ParsedFile {
  /** Names of the columns; for a file without a header, empty strings. */
  header: string[];
  rows: FileRow[];
}

export interface FileFormat {
  encoding: Encoding;
  delimiter: Delimiter;
  has_header: boolean;
}

/** First bytes of files that are often renamed to .csv: zip (also xlsx), pdf, old Excel files, gzip. */
const binaryStarts: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x25, 0x50, 0x44, 0x46],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x1f, 0x8b],
];

/** Length of the beginning of a file that is examined to detect its type, encoding and delimiter. */
const SNIFFED_BYTES = 64 * 1024;

/** Throws FileProblem if the file is too large, empty, in UTF-16, or binary. */
export function checkBytes(bytes: Uint8Array): void {
  if (bytes.length > MAX_IMPORT_BYTES) throw new FileProblem('file_too_large');
  if (bytes.length === 0) throw new FileProblem('file_empty');
  // The two byte-order marks of UTF-16.
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw new FileProblem('file_encoding');
  const isBinary = binaryStarts.some((start) => start.every((byte, at) => bytes[at] === byte));
  if (isBinary || bytes.subarray(0, SNIFFED_BYTES).includes(0)) throw new FileProblem('file_not_csv');
}

/** Letters by which an encoding is recognised: common Russian letters, and accented letters of Western languages. */
const commonCyrillic = /[оеаинтсрвлкмдпуяыьгзбчй]/gi;
const commonWestern = /[äöüßéèêàçñáíóúâôîæøå]/gi;

/**
 * Detects the encoding of a file: UTF-8 if the bytes are valid, otherwise windows-1251 or windows-1252, whichever
 * decodes the file to a larger number of common letters.
 */
export function detectEncoding(bytes: Uint8Array, decode: DecodeText): Encoding {
  try {
    decode(bytes, 'utf-8', true);
    return 'utf-8';
  } catch {
    const sample = bytes.subarray(0, SNIFFED_BYTES);
    const cyrillic = decode(sample, 'windows-1251', false).match(commonCyrillic)?.length ?? 0;
    const western = decode(sample, 'windows-1252', false).match(commonWestern)?.length ?? 0;
    return cyrillic > western ? 'windows-1251' : 'windows-1252';
  }
}

/** Maximum number of records that are examined to detect the delimiter. */
const COMPARED_RECORDS = 20;

/** Returns the first records that are not blank. */
function firstRecords(text: string, delimiter: Delimiter): string[][] {
  const records: string[][] = [];
  Papa.parse(text.slice(0, SNIFFED_BYTES), {
    delimiter: delimiterChars[delimiter],
    preview: COMPARED_RECORDS,
    step: ({ data }) => {
      if (!isBlank(data)) records.push(data);
    },
  });
  return records;
}

/** Matches the first line with which Excel files name their separator: "sep=;". */
const separatorLine = /^"?sep=([,;\t])"?(\r\n|\r|\n)/i;

/**
 * Detects the delimiter: the one that the first line of the file names or, without one, the one that splits the records
 * into the most cells. A delimiter scores lower if its records have different numbers of cells.
 */
export function detectDelimiter(text: string): Delimiter {
  const named = separatorLine.exec(text)?.[1];
  if (named !== undefined) return delimiters.find((name) => delimiterChars[name] === named)!;
  const scores = delimiters.map((delimiter) => {
    const widths = firstRecords(text, delimiter).map((cells) => cells.length);
    const width = widths[0] ?? 0;
    if (width < 2) return 0;
    return width * (widths.filter((other) => other === width).length / widths.length) ** 2;
  });
  return delimiters[scores.indexOf(Math.max(...scores))] ?? 'comma';
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/**
 * Decodes the text of a file and removes the byte-order mark. Throws `file_encoding` if the encoding is UTF-8 and the
 * bytes are invalid.
 */
export function decodeFile(bytes: Uint8Array, encoding: Encoding, decode: DecodeText): string {
  try {
    return decode(bytes, encoding, encoding === 'utf-8').replace(/^\uFEFF/, '');
  } catch {
    throw new FileProblem('file_encoding');
  }
}

/** Counts the line breaks in a part of the text. CR LF counts as one. */
function countLineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count += 1;
  }
  return count;
}

/**
 * Splits the text into records, each with the line on which it starts, without the line that names the separator.
 * Throws FileProblem.
 */
function recordsOf(whole: string, delimiter: Delimiter): FileRow[] {
  const text = whole.replace(separatorLine, '');
  const records: FileRow[] = [];
  let line = text.length < whole.length ? 2 : 1;
  let from = 0;
  let problem: FileProblem | null = null;
  Papa.parse(text, {
    delimiter: delimiterChars[delimiter],
    step: ({ data, errors, meta }, parser) => {
      if (errors.some(({ type }) => type === 'Quotes')) problem = new FileProblem('file_quotes', line);
      else if (data.some((cell) => cell.length > MAX_CELL_CHARS)) problem = new FileProblem('file_cell_too_long', line);
      else if (!isBlank(data)) records.push({ line, cells: data });
      // The header is a record too, so a file may have one more record than rows.
      if (records.length > MAX_IMPORT_ROWS + 1) problem = new FileProblem('file_too_many_rows');
      if (problem) parser.abort();
      line += countLineBreaks(text, from, meta.cursor);
      from = meta.cursor;
    },
  });
  if (problem) throw problem as FileProblem;
  return records;
}

/** Returns the number of columns, without the empty columns that spreadsheets add at the end. */
function usedColumns(records: readonly FileRow[]): number {
  const [first] = records;
  let width = first?.cells.length ?? 0;
  while (width > 0 && records.every(({ cells }) => (cells[width - 1] ?? '').trim() === '')) width -= 1;
  return width;
}

/** Removes empty cells after the last column of the file. */
function trimRow({ line, cells }: FileRow, width: number): FileRow {
  let length = cells.length;
  while (length > width && (cells[length - 1] ?? '').trim() === '') length -= 1;
  return { line, cells: cells.slice(0, length) };
}

/**
 * Reads a CSV file by RFC 4180, without empty lines and empty columns at the end. A row whose number of cells differs
 * from that of the first record is kept, so that it can be reported. Throws FileProblem.
 */
export function readCsv(
  text: string,
  { delimiter, has_header }: Pick<FileFormat, 'delimiter' | 'has_header'>,
): ParsedFile {
  const records = recordsOf(text, delimiter);
  const width = usedColumns(records);
  if (width > MAX_IMPORT_COLUMNS) throw new FileProblem('file_too_many_columns');
  const [first, ...others] = records;
  const rows = (has_header ? others : records).map((row) => trimRow(row, width));
  if (!first || rows.length === 0) throw new FileProblem('file_empty');
  if (rows.length > MAX_IMPORT_ROWS) throw new FileProblem('file_too_many_rows');
  const names = first.cells.slice(0, width).map((name) => name.trim());
  return { header: has_header ? names : names.map(() => ''), rows };
}

/** Checks, decodes and reads a file. Throws FileProblem. */
export function readImportFile(bytes: Uint8Array, format: FileFormat, decode: DecodeText): ParsedFile {
  checkBytes(bytes);
  return readCsv(decodeFile(bytes, format.encoding, decode), format);
}
