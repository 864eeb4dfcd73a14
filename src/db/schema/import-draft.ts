import type { MatchKind } from '../../../contract/imports/columns.ts';
import type { ImportField, ImportSettings } from '../../../contract/imports/fields.ts';
import type { PlanCounts } from '../../../contract/imports/plan.ts';

/** The last check of the rows of a file: on this device, or by the server, which knows all people. */
export interface ImportCheck {
  by: 'device' | 'server';
  at: string;
  counts: PlanCounts;
  /** The plan that a run executes; null for a check on this device. */
  plan_hash: string | null;
  /** How many rows are decided otherwise than in the check before. */
  changed: number;
  /** Whether something was changed since. */
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
  /** How the field of each column was found. */
  kinds: MatchKind[];
  /** Whether the mapping is kept for the next file with the same columns. */
  remember: boolean;
  /** Whether the server has the file. */
  is_uploaded: boolean;
  check: ImportCheck | null;
}

/** The file of a draft, kept apart so that screens do not read it. */
export interface ImportFile {
  id: string;
  data: ArrayBuffer;
}

/** The mapping of an earlier file, by the names of its columns. */
export interface SavedMapping {
  signature: string;
  mapping: (ImportField | null)[];
  used_at: string;
}
