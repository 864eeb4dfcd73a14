import {
  delimiterChars,
  type Delimiter,
  type ImportField,
  type ImportSettings,
} from '../../contract/imports/fields.ts';
import type { DecodeText } from '../../contract/imports/read-file.ts';

export const decode: DecodeText = (bytes, encoding, fatal) => new TextDecoder(encoding, { fatal }).decode(bytes);

/** Encodes a text in a one-byte encoding, with a table that is built by decoding every byte. */
export function encode(text: string, encoding: 'windows-1251' | 'windows-1252'): Uint8Array<ArrayBuffer> {
  const allChars = decode(
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
    encoding,
    false,
  );
  return Uint8Array.from([...text].map((letter) => allChars.indexOf(letter)));
}

/** Returns settings of an import whose columns are the given fields. */
export const settingsOf = (mapping: (ImportField | null)[], more: Partial<ImportSettings> = {}): ImportSettings => ({
  encoding: 'utf-8',
  delimiter: 'comma',
  has_header: true,
  mapping,
  mode: 'create_update',
  defaults: {},
  all_or_nothing: false,
  source: '',
  edits: {},
  choices: {},
  ...more,
});

const quoted = (cell: string): string => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Builds a CSV file with a header of the given columns. */
export const makeCsv = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  delimiter: Delimiter = 'comma',
): Buffer =>
  Buffer.from([columns, ...rows].map((cells) => `${cells.map(quoted).join(delimiterChars[delimiter])}\r\n`).join(''));
