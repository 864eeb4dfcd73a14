import { sql } from 'kysely';
import { inRevRange } from '../../db/rev-range.ts';
import type { EntityRows, Erasure, RowsContext } from '../../handlers.ts';
import { rowChange } from '../../sync/row-change.ts';
import { shownColumns } from './recurring-repository.ts';

const ownDonations = ({ tx, caller }: RowsContext) =>
  tx.selectFrom('recurring_donations').where('scope', '=', caller.scope).where('user_id', '=', caller.user_id);

/** Deletes the recurring donations of an account. Paid donations are kept for bookkeeping. */
async function eraseRecurring({ tx, scope, user_id }: Erasure): Promise<void> {
  await tx.deleteFrom('recurring_donations').where('scope', '=', scope).where('user_id', '=', user_id).execute();
}

/** The row source of the caller's own recurring donations. */
export const recurringDonationRows: EntityRows<'recurring_donations'> = {
  storage: { table: 'recurring_donations', tombstones: false, erase: eraseRecurring },
  changed: async (context, after, upTo, limit) => {
    const rows = await ownDonations(context)
      .select(shownColumns)
      .$call(inRevRange('rev', 'id', { after, upTo, limit }))
      .execute();
    return rows.map((row) => rowChange({ ...row, deleted_at: null }));
  },
  page: (context, after, limit) => {
    const query = ownDonations(context).select(shownColumns).orderBy('id').limit(limit);
    return (after === null ? query : query.where('id', '>', after)).execute();
  },
  count: async (context) =>
    (
      await ownDonations(context)
        .select(sql<number>`count(*)::int`.as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  one: async (context, id) =>
    (await ownDonations(context).select(shownColumns).where('id', '=', id).executeTakeFirst()) ?? null,
};
