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
  /** The file; null once it has been deleted. */
  data: Uint8Array | null;
  state: ImportState;
  /** The settings of the last preview; an empty object before the first one. */
  settings: GeneratedJson<ImportSettings>;
  plan_hash: string | null;
  planned_at: string | null;
  /** Number of rows for which the current plan makes another decision than the previous plan. */
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
  /** The person who was created or is updated, or the existing person because of whom the row is not imported. */
  person_id: string | null;
  cells: Json<string[]>;
  values: Json<NewPerson | Changes>;
  issues: Json<Issue[]>;
  /** The rev with which the run has written the person; null if it has not. */
  rev: number | null;
  /** The values that an update has replaced. */
  before: Json<Record<string, unknown>> | null;
  /**
   * Result of an undo: true if the row was reverted, false if it was kept because it had been changed since; null
   * before an undo.
   */
  is_reverted: boolean | null;
  /** Why an undo has kept the person. */
  kept_reason: KeptReason | null;
  /** What the previous plan did with the row, if the run was refused because the plan had changed. */
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
