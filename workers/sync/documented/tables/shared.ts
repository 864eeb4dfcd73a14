import type { CallName } from '../../../../contract/api-calls/index.ts';
import type { EntityName } from '../../../../contract/entities/stores.ts';
import type { Me } from '../../../../contract/entities/me.ts';
import type { IdSpace } from '../ids.ts';
import type { RowReader } from '../values.ts';

/** What the rows of an API are read with. `stored` is the row on the phone, for fields that the list lacks. */
export interface RowContext {
  me: Me | null;
  user_id: string;
  now: string;
  stored: Record<string, unknown> | null;
}

/** A documented call that returns rows of an entity. */
export interface ListCall {
  call: CallName;
  query?: Record<string, string | number>;
  body?: Record<string, unknown>;
  /** Whether the call takes `page` and `page_size`. */
  paged: boolean;
}

/** A documented call that returns one row. */
export interface DetailCall {
  call: CallName;
  params?: Record<string, string | number>;
  body?: Record<string, unknown>;
}

/** How the rows of one entity are read over documented calls. */
export interface TableReader {
  entity: EntityName;
  space: IdSpace;
  lists: readonly ListCall[];
  staff?: true;
  /**
   * The call that returns one row. Whether a row that left the list is deleted is decided by its response. Null if
   * there is no such call for this row.
   */
  detail?(foreign: string | number, row: Record<string, unknown> | null): DetailCall | null;
  /** Fields that only the detail has. */
  only_in_detail?: readonly string[];
  /** Whether the lists contain every row, so that a missing row may be deleted. */
  whole: boolean;
  /** Minutes between two reads. An unchanged list is read less often, up to the second number. */
  minutes: readonly [number, number];
  /** Converts a row; null if it is not of this entity. Throws Unreadable. */
  read(row: RowReader, context: RowContext): Record<string, unknown> | null;
}
