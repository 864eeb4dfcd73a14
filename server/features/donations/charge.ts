import { uuidv7 } from 'uuidv7';
import type { Lang } from '../../../contract/fields.ts';
import type { Deps } from '../../deps.ts';
import { chargeDueIntents } from '../payments/due-charges.ts';
import { lockPayer, openIntent } from '../payments/ledger.ts';
import type { Payments } from '../payments/payments.ts';
import type { Intent } from '../payments/provider.ts';
import type { LedgerContext } from '../payments/purpose.ts';
import { changeCardDonation, donationForDueDate, insertCardDonation, newCardDonation } from './card-repository.ts';
import { donationPath, donationTitle } from './card.ts';
import { pokeDonationViewers } from './record.ts';
import { storedRecurringById, type StoredRecurringDonation } from './recurring-repository.ts';

/** Returns the ids of the recurring donations that have a due date to charge, or a failed charge to retry. */
async function dueIds({ db, scope }: Deps, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('recurring_donations')
    .select('id')
    .where('scope', '=', scope)
    .where(({ or, and, eb }) =>
      or([
        and([eb('state', '=', 'active'), eb('next_at', '<=', now)]),
        and([eb('state', '=', 'past_due'), eb('next_try_at', '<=', now)]),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the due date that must be charged now; null if there is none. */
function dueDate({ state, next_at, next_try_at }: StoredRecurringDonation, now: string): string | null {
  const at = state === 'active' ? next_at : state === 'past_due' ? next_try_at : null;
  return at !== null && at <= now ? next_at : null;
}

/**
 * Opens the payment for a due date. If an earlier charge for this date failed, its donation is kept and gets a new
 * payment.
 */
async function openDate(
  context: LedgerContext,
  row: StoredRecurringDonation,
  { due_at, language, payments }: { due_at: string; language: Lang; payments: Payments },
): Promise<Intent> {
  const { id: recurring_id, user_id: donor_id, amount_cents, fee_cents, frequency } = row;
  const existing = await donationForDueDate(context, recurring_id, due_at);
  const { purpose, purpose_text, comment, is_anonymous } = row;
  const gift = { amount_cents, fee_cents, frequency, purpose, purpose_text, comment, is_anonymous };
  const donation = existing ?? newCardDonation(context, { ...gift, id: uuidv7(), donor_id });
  const intent = await openIntent(context, payments.provider, {
    user_id: donor_id,
    purpose: 'donation',
    subject_id: donation.id,
    amount_cents: amount_cents + fee_cents,
    title: donationTitle(frequency, language),
    return_path: donationPath(donation.id),
    is_off_session: true,
  });
  // A charge without a known outcome is requested again every minute. The idempotency key prevents a second charge.
  if (existing?.intent_id === intent.id) return intent;
  if (existing) await changeCardDonation(context, existing, { state: 'pending', intent_id: intent.id });
  else await insertCardDonation(context, { ...donation, recurring_id, due_at, intent_id: intent.id });
  await pokeDonationViewers(context, donation);
  return intent;
}

/** Opens the payment that is due for a recurring donation. Returns null if no payment is due. */
async function step(context: LedgerContext, id: string, payments: Payments): Promise<Intent | null> {
  const { tx, scope, received_at: now } = context;
  const beforeLock = await storedRecurringById(context, id);
  if (!beforeLock) return null;
  await lockPayer(context, beforeLock.user_id);
  const row = await storedRecurringById(context, id);
  const due_at = row && dueDate(row, now);
  if (!row || !due_at) return null;
  const users = tx.selectFrom('users').select('language').where('scope', '=', scope).where('id', '=', row.user_id);
  // An account is not charged after its owner has requested its deletion, although the request can still be cancelled.
  const donor = await users.where('deleted_at', 'is', null).where('delete_at', 'is', null).executeTakeFirst();
  return donor ? openDate(context, row, { due_at, language: donor.language, payments }) : null;
}

/**
 * Charges the recurring donations that are due. Can safely run twice, or in two processes at the same time, because
 * each due date has one donation with one open payment.
 */
export async function chargeRecurringDonations(deps: Deps, payments: Payments | undefined): Promise<void> {
  if (!payments) return;
  const ids = await dueIds(deps, deps.clock().toISOString());
  await chargeDueIntents(deps, payments, { ids, step: (context, id) => step(context, id, payments) });
}
