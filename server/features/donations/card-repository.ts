import type { Selectable, Updateable } from 'kysely';
import { undecidedFields } from '../../../contract/states/donation.ts';
import type { DonationsTable } from '../../db/donation-tables.ts';
import type { Scoped } from '../../db/tables.ts';
import type { LedgerContext } from '../payments/purpose.ts';
import { receiptCodeOf } from './receipt-code.ts';

/** A donation as it is stored. Only transactions that have locked the donor change a card donation. */
export type StoredDonation = Selectable<DonationsTable>;

const donationsOf = ({ tx, scope }: Scoped) => tx.selectFrom('donations').selectAll().where('scope', '=', scope);

export function storedDonationById(scoped: Scoped, id: string): Promise<StoredDonation | undefined> {
  return donationsOf(scoped).where('id', '=', id).executeTakeFirst();
}

/** Returns the donation that was created for one due date of a recurring donation. */
export function donationForDueDate(scoped: Scoped, recurring_id: string, due_at: string) {
  return donationsOf(scoped).where('recurring_id', '=', recurring_id).where('due_at', '=', due_at).executeTakeFirst();
}

type Gift = Pick<
  StoredDonation,
  'amount_cents' | 'fee_cents' | 'frequency' | 'purpose' | 'purpose_text' | 'comment' | 'is_anonymous'
>;

/** Returns a new card donation, which is not paid yet. */
export function newCardDonation(
  { scope, received_at: at }: Pick<LedgerContext, 'scope' | 'received_at'>,
  { id, donor_id, ...gift }: Gift & Pick<StoredDonation, 'id' | 'donor_id'>,
): StoredDonation {
  const { decided_by_name: _, ...noDecision } = undecidedFields;
  return {
    ...{ ...gift, ...noDecision, id, scope, donor_id, author_id: donor_id, rev: 0 },
    ...{ currency: 'USD', method: 'card', state: 'pending', receipt: receiptCodeOf(id) },
    ...{ recurring_id: null, due_at: null, intent_id: null, photo_sha256: null, photo_mime: null },
    ...{ paid_at: at, entered_at: at, created_at: at, updated_at: at },
  };
}

/** Stores a new card donation; returns false if its id is already used. */
export async function insertCardDonation(context: LedgerContext, donation: StoredDonation): Promise<boolean> {
  const rev = await context.nextRev();
  const { numInsertedOrUpdatedRows = 0n } = await context.tx
    .insertInto('donations')
    .values({ ...donation, rev })
    .onConflict((conflict) => conflict.columns(['scope', 'id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Changes a card donation and returns it. */
export async function changeCardDonation(
  context: LedgerContext,
  { id }: Pick<StoredDonation, 'id'>,
  change: Updateable<DonationsTable>,
): Promise<StoredDonation> {
  const { tx, scope, received_at: updated_at } = context;
  return tx
    .updateTable('donations')
    .set({ ...change, rev: await context.nextRev(), updated_at })
    .where('scope', '=', scope)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
