import { Refused } from '../../../contract/errors.ts';
import type { RowsContext } from '../../handlers.ts';
import { personNameById } from './person.ts';

interface Deleted {
  deleted_at: string | null;
  deleted_by: string | null;
}

/**
 * Checks that a record is not deleted. Throws `record_deleted` with the record as it was and the name of the user who
 * deleted it.
 */
export async function checkNotDeleted(
  context: RowsContext,
  row: unknown,
  { deleted_at, deleted_by }: Deleted,
): Promise<void> {
  if (deleted_at === null) return;
  throw new Refused('record_deleted', { row, deleted_by: await personNameById(context, deleted_by), deleted_at });
}
