import { personSearchText } from '../../../contract/search/lines.ts';
import type { Args } from '../../../contract/writes/index.ts';
import type { Tx, User } from '../../db/tables.ts';
import type { Caller } from '../../handlers.ts';
import { nextFieldRevs } from '../../sync/merge.ts';

type OwnField = keyof Args<'settings.update'> | keyof Args<'me.update'> | 'avatar_sha256' | 'email' | 'phone';

/** New values for fields of the caller's own account. */
export type OwnFields = Partial<Pick<User, OwnField>>;

/** Locks the account of the caller. */
export function lockOwnAccount(tx: Tx, { scope, user_id }: Caller): Promise<User | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('scope', '=', scope)
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Writes the changed fields of a locked account, and the search text that is derived from them. */
export async function saveOwnAccount(
  tx: Tx,
  row: User,
  changed: OwnFields,
  { rev, updated_at }: { rev: number; updated_at: string },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      ...changed,
      search: personSearchText({ ...row, ...changed }),
      field_revs: JSON.stringify(nextFieldRevs(row.field_revs, changed, rev)),
      rev,
      updated_at,
    })
    .where('scope', '=', row.scope)
    .where('id', '=', row.id)
    .execute();
}
