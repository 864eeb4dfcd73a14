import type { CallName } from '../../../../contract/api-calls/index.ts';
import type { EntityName } from '../../../../contract/entities/stores.ts';
import type { Me } from '../../../../contract/entities/me.ts';
import type { IdSpace } from '../ids.ts';
import type { RowReader } from '../values.ts';

/**
 * The data that is needed to convert the rows of an API. `stored` is the row on the phone, for fields that are missing
 * in the list.
 */
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
  /** Extracts the list from a response that contains it in a form other than a bare list or a page. */
  pick?: (body: unknown) => unknown;
}

/** A documented call that returns one row. */
export interface DetailCall {
  call: CallName;
  params?: Record<string, string | number>;
  body?: Record<string, unknown>;
}

/** Describes how the rows of an entity are read with documented calls. */
export interface TableReader {
  entity: EntityName;
  space: IdSpace;
  lists: readonly ListCall[];
  staff?: true;
  /** Whether the list contains only the user's own record, which has the user's id. */
  own?: true;
  /** The field that contains the id of a row, if not `id`. */
  id_field?: string;
  /**
   * Returns the call for one row. Its response decides whether a row that has left the list is deleted. Null if there
   * is no such call for this row.
   */
  detail?(foreign: string | number, row: Record<string, unknown> | null): DetailCall | null;
  /** Fields that only the detail has. */
  only_in_detail?: readonly string[];
  /** Whether the lists contain every row, so that a missing row may be deleted. */
  whole: boolean;
  /** Minutes between two reads: the minimum, and the maximum for an unchanged list. */
  minutes: readonly [number, number];
  /** Converts a row; null if it is not of this entity. Throws Unreadable. */
  read(row: RowReader, context: RowContext): Record<string, unknown> | null;
}
