import type { Selectable } from 'kysely';
import type { RecurringDonation } from '../../../contract/entities/recurring-donation.ts';
import type { RecurringDonationsTable } from '../../db/donation-tables.ts';
import type { Scoped } from '../../db/tables.ts';
import type { LedgerContext } from '../payments/purpose.ts';

/** A recurring donation as it is stored. Only transactions that have locked the donor change it. */
export type StoredRecurringDonation = Selectable<RecurringDonationsTable>;

/** The columns that are sent to the donor's devices. */
export const shownColumns = [
  ...(['id', 'rev', 'amount_cents', 'fee_cents', 'currency', 'frequency', 'purpose', 'purpose_text'] as const),
  ...(['comment', 'is_anonymous', 'state', 'started_at', 'next_at', 'next_try_at', 'failed_at'] as const),
  ...(['created_at', 'updated_at'] as const),
] as const satisfies readonly (keyof RecurringDonation)[];

export function storedRecurringById({ tx, scope }: Scoped, id: string): Promise<StoredRecurringDonation | undefined> {
  return tx
    .selectFrom('recurring_donations')
    .selectAll()
    .where('scope', '=', scope)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Stores a new or changed recurring donation with the rev of this transaction, and returns it. */
export async function saveRecurringDonation(
  context: LedgerContext,
  row: StoredRecurringDonation,
): Promise<StoredRecurringDonation> {
  const saved = { ...row, rev: await context.nextRev(), updated_at: context.received_at };
  await context.tx
    .insertInto('recurring_donations')
    .values(saved)
    .onConflict((conflict) => conflict.columns(['scope', 'id']).doUpdateSet(saved))
    .execute();
  context.poke([row.user_id]);
  return saved;
}
