import { headerSignature, matchColumns } from '../../../contract/imports/columns.ts';
import { encodings, delimiters, type ImportSettings } from '../../../contract/imports/fields.ts';
import {
  checkBytes,
  decodeFile,
  detectDelimiter,
  detectEncoding,
  FileProblem,
  readCsv,
  type DecodeText,
  type FileFormat,
  type ParsedFile,
} from '../../../contract/imports/read-file.ts';
import type { ReadResult } from '../../../src/bridge/import-api.ts';
import type { ImportDraft } from '../../../src/db/schema/import-draft.ts';
import { createIdGenerator } from '../../../src/lib/ids.ts';
import { iso } from '../../../src/lib/ports.ts';
import type { Session } from '../session.ts';

const SAMPLES_PER_COLUMN = 3;
/** Maximum number of stored drafts. Each further draft replaces the oldest one. */
const MAX_DRAFTS = 5;

export const decode: DecodeText = (bytes, encoding, fatal) => new TextDecoder(encoding, { fatal }).decode(bytes);

/** Reads a file in the `given` format, or in the detected format if `given` is null. Throws FileProblem. */
function readDraft(data: Uint8Array, given: FileFormat | null): { format: FileFormat; file: ParsedFile } {
  checkBytes(data);
  const encoding = given?.encoding ?? detectEncoding(data, decode);
  const text = decodeFile(data, encoding, decode);
  const format = given ?? { encoding, delimiter: detectDelimiter(text), has_header: true };
  return { format, file: readCsv(text, format) };
}

/** Returns the first non-empty values of each column. */
const samplesOf = ({ header, rows }: ParsedFile): string[][] =>
  header.map((_, column) => {
    const samples: string[] = [];
    for (const { cells } of rows) {
      const cell = (cells[column] ?? '').trim();
      if (cell !== '') samples.push(cell.slice(0, 60));
      if (samples.length === SAMPLES_PER_COLUMN) break;
    }
    return samples;
  });

/**
 * Returns the mapping that was used for an earlier file with the same columns. Returns null if there is no such file,
 * or if the columns have no names.
 */
async function savedMapping({ db }: Session, header: readonly string[]) {
  if (header.every((name) => name === '')) return null;
  const saved = await db.import_mappings.get(headerSignature(header));
  return saved && saved.mapping.length === header.length ? saved.mapping : null;
}

async function contentOf(session: Session, data: Uint8Array, given: FileFormat | null) {
  const { format, file } = readDraft(data, given);
  const matches = matchColumns(file.header, await savedMapping(session, file.header));
  return {
    format,
    mapping: matches.map(({ field }) => field),
    content: {
      header: file.header,
      samples: samplesOf(file),
      rows: file.rows.length,
      kinds: matches.map(({ kind }) => kind),
      check: null,
    },
  };
}

async function withFileProblems(run: () => Promise<string>): Promise<ReadResult> {
  try {
    return { ok: true, id: await run() };
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    return { ok: false, why: 'file', code: error.code, line: error.line };
  }
}

async function dropOldDrafts({ db }: Session): Promise<void> {
  const old = await db.import_drafts.orderBy('created_at').reverse().offset(MAX_DRAFTS).primaryKeys();
  await db.import_drafts.bulkDelete(old);
  await db.import_files.bulkDelete(old);
}

/** Reads a file and stores it as a draft with suggested settings. */
export const openDraft = (session: Session, filename: string, data: ArrayBuffer): Promise<ReadResult> =>
  withFileProblems(async () => {
    const { db, ports } = session;
    const { format, mapping, content } = await contentOf(session, new Uint8Array(data), null);
    const id = createIdGenerator(ports)();
    const me = await db.me.get(session.user_id);
    const settings: ImportSettings = {
      ...format,
      mapping,
      mode: 'create_update',
      defaults: me?.country ? { country: me.country } : {},
      all_or_nothing: false,
      source: '',
      edits: {},
      choices: {},
    };
    const created_at = iso(ports.clock.now());
    const own = { id, filename, bytes: data.byteLength, created_at, remember: true, is_uploaded: false };
    const draft: ImportDraft = { ...own, ...content, settings };
    await db.transaction('rw', [db.import_drafts, db.import_files], async () => {
      await db.import_drafts.put(draft);
      await db.import_files.put({ id, data });
      await dropOldDrafts(session);
    });
    return id;
  });

const isKnownFormat = ({ encoding, delimiter }: FileFormat): boolean =>
  encodings.includes(encoding) && delimiters.includes(delimiter);

/**
 * Reads the file of a draft again in another format. Edits of cells and choices for rows are discarded, because rows
 * and cells may now have other positions.
 */
export const reopenDraft = (session: Session, id: string, format: FileFormat): Promise<ReadResult> =>
  withFileProblems(async () => {
    const { db } = session;
    const file = await db.import_files.get(id);
    if (!file || !isKnownFormat(format)) throw new FileProblem('file_empty');
    const { mapping, content } = await contentOf(session, new Uint8Array(file.data), format);
    await db.import_drafts
      .where('id')
      .equals(id)
      .modify((draft) => {
        Object.assign(draft, content, { settings: { ...draft.settings, ...format, mapping, edits: {}, choices: {} } });
      });
    return id;
  });
