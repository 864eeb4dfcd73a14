import { isDue, nextDonationAt, pauseRecurringDonation } from '../../../contract/states/recurring-donation.ts';
import type { RecurringFrequency } from '../../../contract/values.ts';
import type { User } from '../../db/tables.ts';
import { emailDate, sendEmail } from '../accounts/emails.ts';
import { formatDollars } from '../payments/dollars.ts';
import type { LedgerContext } from '../payments/purpose.ts';
import { nextTryAt } from '../payments/retries.ts';
import type { StoredDonation } from './card-repository.ts';
import { saveRecurringDonation, storedRecurringById, type StoredRecurringDonation } from './recurring-repository.ts';

/** Starts a recurring donation after its first payment has succeeded. `donation` is the donation that was paid. */
export async function startRecurringDonation(
  context: LedgerContext,
  donation: StoredDonation,
  frequency: RecurringFrequency,
): Promise<void> {
  const { received_at: at, scope } = context;
  const { id, donor_id: user_id, amount_cents, fee_cents, currency, purpose, purpose_text, comment } = donation;
  const schedule = { frequency, started_at: at };
  await saveRecurringDonation(context, {
    ...{ ...schedule, id, scope, user_id, rev: 0, amount_cents, fee_cents, currency, purpose, purpose_text, comment },
    ...{ is_anonymous: donation.is_anonymous, state: 'active', next_at: nextDonationAt(schedule, at) },
    ...{ next_try_at: null, failed_at: null, attempts: 0, created_at: at, updated_at: at },
  });
}

/**
 * Returns the recurring donation to which a donation belongs if the donation's due date is the current due date;
 * undefined if the recurring donation was stopped or this date was already paid.
 */
async function dueRecurring(
  context: LedgerContext,
  { recurring_id, due_at }: StoredDonation,
): Promise<StoredRecurringDonation | undefined> {
  if (recurring_id === null || due_at === null) return undefined;
  const row = await storedRecurringById(context, recurring_id);
  return row && isDue(row, due_at) ? row : undefined;
}

/**
 * Records that a due date was paid. The next due date is in the future, so that dates that have passed in the meantime
 * are never charged. Returns false if the recurring donation has been paused or ended in the meantime, or if the date
 * was already paid.
 */
export async function continueRecurringDonation(context: LedgerContext, donation: StoredDonation): Promise<boolean> {
  const row = await dueRecurring(context, donation);
  if (!row) return false;
  const next_at = nextDonationAt(row, context.received_at);
  await saveRecurringDonation(context, {
    ...row,
    ...{ state: 'active', next_at, next_try_at: null, failed_at: null, attempts: 0 },
  });
  return true;
}

/** Records a failed charge and notifies the donor. After the last attempt, the recurring donation is paused. */
export async function recordFailedCharge(context: LedgerContext, donation: StoredDonation): Promise<void> {
  const row = await dueRecurring(context, donation);
  if (!row?.next_at) return;
  const { tx, scope, received_at: failed_at } = context;
  const attempts = row.attempts + 1;
  const next_try_at = nextTryAt(row.next_at, attempts);
  const failed: StoredRecurringDonation = { ...row, state: 'past_due', failed_at, attempts, next_try_at };
  await saveRecurringDonation(context, next_try_at === null ? pauseRecurringDonation(failed) : failed);
  const users = tx.selectFrom('users').selectAll().where('scope', '=', scope).where('id', '=', row.user_id);
  const donor: User = await users.executeTakeFirstOrThrow();
  const amount = formatDollars(row.amount_cents + row.fee_cents, donor.language);
  if (next_try_at === null) await sendEmail(context, donor, 'donation_paused', { amount });
  else await sendEmail(context, donor, 'donation_unpaid', { amount, day: emailDate(next_try_at, donor) });
}
