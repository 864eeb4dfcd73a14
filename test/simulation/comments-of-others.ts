import { uuidv7 } from 'uuidv7';
import { callerOf } from '../../server/caller.ts';
import { inScope } from '../../server/context.ts';
import { insertComment } from '../../server/features/comments/repository.ts';
import type { ScopeWorld } from './server.ts';

/** Adds comments of Boris, as pushes of his devices would. */
export async function addComments(
  { deps, scope, people }: ScopeWorld,
  lesson: string | null,
  count: number,
): Promise<void> {
  await inScope(deps, scope, async ({ tx, nextRev, received_at }) => {
    const rev = await nextRev();
    const caller = callerOf(people.boris, received_at);
    for (let left = count; left > 0; left -= 1) {
      const comment = { id: uuidv7(), lesson, parent: null, text: 'from Boris', claimed_at: received_at };
      await insertComment(tx, caller, comment, rev, received_at);
    }
  });
}

/** Deletes one of the comments of Boris, if there are any; `choose` returns its index. */
export async function deleteComment(
  { deps, scope, people }: ScopeWorld,
  choose: (count: number) => number,
): Promise<void> {
  await inScope(deps, scope, async ({ tx, nextRev, received_at }) => {
    const query = tx.selectFrom('comments').select('id').where('scope', '=', scope).where('deleted_at', 'is', null);
    const rows = await query.where('author_id', '=', people.boris.id).orderBy('created_at').orderBy('id').execute();
    if (rows.length === 0) return;
    const { id } = rows[choose(rows.length)]!;
    const deletion = { deleted_at: received_at, rev: await nextRev() };
    await tx.updateTable('comments').set(deletion).where('scope', '=', scope).where('id', '=', id).execute();
  });
}
