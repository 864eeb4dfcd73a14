import type { Generated } from 'kysely';
import type { Changes } from '../../contract/imports/changes.ts';
import type { Disposition } from '../../contract/filter-values.ts';
import type { ImportSettings, ImportState, Issue, KeptReason } from '../../contract/imports/fields.ts';
import type { NewPerson } from '../../contract/imports/plan.ts';
import type { GeneratedJson, Json } from './synced.ts';

interface ImportsTable {
  scope: string;
  id: string;
  created_by: string;
  created_at: string;
  filename: string;
  sha256: string;
  /** The file; null after it has been deleted. */
  data: Uint8Array | null;
  state: ImportState;
  /** The settings of the last preview; an empty object before the first preview. */
  settings: GeneratedJson<ImportSettings>;
  plan_hash: string | null;
  planned_at: string | null;
  /** Number of rows that the current plan treats differently than the previous plan. */
  changed: Generated<number>;
  total: Generated<number>;
  created: Generated<number>;
  updated: Generated<number>;
  unchanged: Generated<number>;
  skipped: Generated<number>;
  failed: Generated<number>;
  warnings: Generated<number>;
  /** Number of rows that the run has processed; the next batch starts at this index. */
  done: Generated<number>;
  reverted: Generated<number>;
  kept: Generated<number>;
  is_cancelled: Generated<boolean>;
  started_at: string | null;
  finished_at: string | null;
}

interface ImportRowsTable {
  scope: string;
  import_id: string;
  index: number;
  line: number;
  disposition: Disposition;
  /** The person who was created or updated, or the existing person who prevents the import of the row. */
  person_id: string | null;
  cells: Json<string[]>;
  values: Json<NewPerson | Changes>;
  issues: Json<Issue[]>;
  /** The rev with which the run wrote the person; null if the run did not write the person. */
  rev: number | null;
  /** The values that were replaced by an update. */
  before: Json<Record<string, unknown>> | null;
  /**
   * Result of an undo: true if the undo reverted the row, false if it did not because the person had been changed
   * since; null before an undo.
   */
  is_reverted: boolean | null;
  /** Why an undo did not revert the person. */
  kept_reason: KeptReason | null;
  /** How the previous plan treated the row. Set if the run was refused because the plan had changed. */
  was: Disposition | null;
}

interface ExternalIdsTable {
  scope: string;
  source: string;
  external_id: string;
  user_id: string;
}

export interface ImportTables {
  imports: ImportsTable;
  import_rows: ImportRowsTable;
  external_ids: ExternalIdsTable;
}
