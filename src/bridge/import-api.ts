import type { Disposition } from '../../contract/filter-values.ts';
import type { FileError, ImportSettings, RowGroup } from '../../contract/imports/fields.ts';
import type { ImportOrder } from '../../contract/table-orders.ts';
import type { ActionResult, Failure } from './results.ts';

/**
 * The reason why a file cannot be read. `line` is the number of the line with the problem, if the problem is in one
 * line.
 */
export interface FileFailure {
  ok: false;
  why: 'file';
  code: FileError;
  line: number | null;
}

export type ReadResult = { ok: true; id: string } | FileFailure | Failure;

/** Actions on imports. Files are read and checked on this device; all other actions need the network. */
export interface ImportActions {
  /** Reads a file and keeps it on this device as a draft. */
  openImport(filename: string, data: ArrayBuffer): Promise<ReadResult>;
  /** Reads the file of a draft again in another format. */
  reopenImport(id: string, format: Pick<ImportSettings, 'encoding' | 'delimiter' | 'has_header'>): Promise<ReadResult>;
  /**
   * Checks the rows of a draft, first on this device and then on the server, to which the file is uploaded if
   * necessary.
   */
  checkImport(id: string): Promise<ActionResult>;
  /** Runs the plan of the last check on the server. */
  startImport(id: string): Promise<ActionResult>;
  fetchImports(page: number, order: ImportOrder): Promise<ActionResult>;
  fetchImport(id: string): Promise<ActionResult>;
  /** Fetches rows of the plan or the result of an import. */
  fetchImportRows(id: string, only: Disposition | RowGroup): Promise<ActionResult>;
  cancelImport(id: string): Promise<ActionResult>;
  undoImport(id: string): Promise<ActionResult>;
}
