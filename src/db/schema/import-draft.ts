import type { MatchKind } from '../../../contract/imports/columns.ts';
import type { ImportField, ImportSettings } from '../../../contract/imports/fields.ts';
import type { PlanCounts } from '../../../contract/imports/plan.ts';

/**
 * The last check of the rows of a file, made on this device or by the server. Only the server can compare them with all
 * people.
 */
export interface ImportCheck {
  by: 'device' | 'server';
  at: string;
  counts: PlanCounts;
  /** The plan that the import executes; null for a check on this device. */
  plan_hash: string | null;
  /** Number of rows for which the server's plan now differs from the plan that the user saw. */
  changed: number;
  /**
   * The counts of the plan that the user saw. Set if the server refused to run that plan, because people had changed
   * since.
   */
  previous?: PlanCounts;
  /** Whether the draft was changed after this check. */
  is_stale?: boolean;
}

/** A file that is being prepared for import. It stays on this device until the import has run or is discarded. */
export interface ImportDraft {
  id: string;
  filename: string;
  bytes: number;
  created_at: string;
  /** Names of the columns; empty strings for a file without a header. */
  header: string[];
  /** The first values of each column. */
  samples: string[][];
  rows: number;
  settings: ImportSettings;
  /**
   * How the field of each column was found: by the exact name of the column, by a similar name, in a saved mapping, or
   * not at all.
   */
  kinds: MatchKind[];
  /** Whether the mapping of columns to fields is saved for the next file with the same columns. */
  remember: boolean;
  /** Whether the server has the file. */
  is_uploaded: boolean;
  check: ImportCheck | null;
}

/** The file of a draft, in a table of its own so that screens that read drafts do not load it. */
export interface ImportFile {
  id: string;
  data: ArrayBuffer;
}

/** The mapping of columns to fields of an earlier file. `signature` is built from the names of its columns. */
export interface SavedMapping {
  signature: string;
  mapping: (ImportField | null)[];
  used_at: string;
}
