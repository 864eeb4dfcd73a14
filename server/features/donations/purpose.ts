import { donationMachine, type DonationCommand } from '../../../contract/states/donation.ts';
import { transition } from '../../../contract/states/machine.ts';
import type { DonationState } from '../../../contract/values.ts';
import type { Intent } from '../payments/provider.ts';
import type { LedgerContext, PaymentPurpose } from '../payments/purpose.ts';
import { changeCardDonation, storedDonationById, type StoredDonation } from './card-repository.ts';
import { pokeDonationViewers, recordDonationState } from './record.ts';
import { continueRecurringDonation, recordFailedCharge, startRecurringDonation } from './recurring.ts';

/**
 * Returns the new state of a donation after a command; null if the command does not change the state or is not valid in
 * the current state.
 */
function stateAfter({ state }: Pick<StoredDonation, 'state'>, command: DonationCommand): DonationState | null {
  const result = transition(donationMachine, state, command);
  return result.kind === 'transition' ? result.to : null;
}

/**
 * Returns the donation of a payment if this payment determines the donation's state; undefined if another payment does.
 */
async function donationOfCurrentIntent(
  context: LedgerContext,
  { id, subject_id }: Intent,
): Promise<StoredDonation | undefined> {
  const donation = await storedDonationById(context, subject_id);
  return donation?.intent_id === id ? donation : undefined;
}

/**
 * Starts or continues the recurring donation to which a donation belongs. Returns false only if the recurring donation
 * was stopped in the meantime or its due date was already paid; a one-time donation always gives true.
 */
async function applyToRecurring(context: LedgerContext, donation: StoredDonation): Promise<boolean> {
  const { frequency } = donation;
  if (donation.due_at !== null) return continueRecurringDonation(context, donation);
  if (frequency !== 'one_time') await startRecurringDonation(context, donation, frequency);
  return true;
}

async function onPaid(context: LedgerContext, intent: Intent): Promise<'settled' | 'surplus'> {
  const donation = await storedDonationById(context, intent.subject_id);
  if (!donation) throw new Error('a payment belongs to no donation');
  const state = stateAfter(donation, 'pay');
  if (state === null) return 'surplus';
  const { id, frequency } = donation;
  const currentIntent = { intent_id: intent.id };
  if (!(await applyToRecurring(context, donation))) {
    await changeCardDonation(context, donation, currentIntent);
    return 'surplus';
  }
  const recurring_id = donation.recurring_id ?? (frequency === 'one_time' ? null : id);
  const change = { ...currentIntent, state, recurring_id, paid_at: context.received_at };
  await recordDonationState(context, await changeCardDonation(context, donation, change), null);
  return 'settled';
}

async function onFailed(context: LedgerContext, intent: Intent): Promise<void> {
  const donation = await donationOfCurrentIntent(context, intent);
  const state = donation && stateAfter(donation, intent.state === 'expired' ? 'expire' : 'fail');
  if (!donation || !state) return;
  await changeCardDonation(context, donation, { state });
  if (donation.due_at !== null) await recordFailedCharge(context, donation);
  await pokeDonationViewers(context, donation);
}

async function onRefunded(context: LedgerContext, intent: Intent): Promise<void> {
  const donation = await donationOfCurrentIntent(context, intent);
  const state = donation && stateAfter(donation, 'refund');
  if (donation && state)
    await recordDonationState(context, await changeCardDonation(context, donation, { state }), null);
}

/** The effects of payments on donations. A paid donation is part of the totals until it is refunded. */
export const donationPurpose: PaymentPurpose = { onPaid, onFailed, onRefunded };
