import type { Args } from '../../../contract/writes/index.ts';
import type { Tx, User } from '../../db/tables.ts';
import type { Caller } from '../../handlers.ts';

/** Fields of the own account that queued writes can change. */
export type OwnFields = Args<'settings.update'> & Args<'me.update'> & { avatar_sha256?: string | null };

/** Locks the account of the caller. */
export function lockOwn(tx: Tx, { scope, user_id }: Caller): Promise<User | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('scope', '=', scope)
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveOwn(
  tx: Tx,
  { scope, user_id }: Caller,
  changed: OwnFields,
  { field_revs, rev, updated_at }: { field_revs: Record<string, number>; rev: number; updated_at: string },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...changed, field_revs: JSON.stringify(field_revs), rev, updated_at })
    .where('scope', '=', scope)
    .where('id', '=', user_id)
    .execute();
}
