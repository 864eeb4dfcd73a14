import { uuidv7 } from 'uuidv7';
import { toCents } from '../../../contract/api-calls/payments.ts';
import type { CallBody } from '../../../contract/api-calls/index.ts';
import { coveredFee } from '../../../contract/card-fee.ts';
import { Refused } from '../../../contract/errors.ts';
import type { Lang } from '../../../contract/fields.ts';
import type { DonationFrequency } from '../../../contract/values.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext } from '../../handlers.ts';
import { lockPayer, openIntent } from '../payments/ledger.ts';
import type { Payments } from '../payments/payments.ts';
import type { Intent } from '../payments/provider.ts';
import {
  changeCardDonation,
  insertCardDonation,
  newCardDonation,
  storedDonationById,
  type StoredDonation,
} from './card-repository.ts';
import { donationNames } from './labels.ts';
import { pokeDonationViewers } from './record.ts';

type Body = CallBody<'payments.donation'>;

/** Path of the page of a donation, to which the payer returns. */
export const donationPath = (id: string): string => `/donations/${id}`;

/** Returns the title of a donation on the payment page. */
export const donationTitle = (frequency: DonationFrequency, language: Lang): string =>
  donationNames[frequency][language];

function donationOf(context: HandlerContext, id: string, body: Body): StoredDonation {
  const { amount, type, type_text, frequency, cover_fee, comment, anonymous } = body;
  const amount_cents = toCents(amount);
  return newCardDonation(context, {
    ...{ id, donor_id: context.caller.user_id, amount_cents, frequency, comment, is_anonymous: anonymous },
    fee_cents: cover_fee ? coveredFee(amount_cents) : 0,
    purpose: type,
    purpose_text: type === 'other' ? type_text : '',
  });
}

const chosenFields = ['amount_cents', 'frequency', 'purpose', 'purpose_text', 'comment', 'is_anonymous'] as const;

/** Whether a repeated request contains the same values as the stored donation. */
const isSameRequest = (one: StoredDonation, other: StoredDonation): boolean =>
  chosenFields.every((field) => one[field] === other[field]) && one.fee_cents > 0 === other.fee_cents > 0;

function openPayment(
  context: HandlerContext,
  payments: Payments,
  { id, amount_cents, fee_cents, frequency }: StoredDonation,
): Promise<Intent> {
  const { user_id, user } = context.caller;
  return openIntent(context, payments.provider, {
    user_id,
    purpose: 'donation',
    subject_id: id,
    amount_cents: amount_cents + fee_cents,
    title: donationTitle(frequency, user.language),
    return_path: donationPath(id),
    saves_method: frequency !== 'one_time',
  });
}

/** Opens the payment of a donation again, unless the donation is already paid. */
async function reopen(context: HandlerContext, payments: Payments, donation: StoredDonation): Promise<void> {
  if (donation.state === 'succeeded' || donation.state === 'refunded') return;
  const intent = await openPayment(context, payments, donation);
  if (donation.state === 'pending' && donation.intent_id === intent.id) return;
  await countDailyWrite(context, 'donation_changes');
  await changeCardDonation(context, donation, { state: 'pending', intent_id: intent.id });
  await pokeDonationViewers(context, donation);
}

/**
 * Stores a card donation and opens its payment. The donor pays on the payment page. A second request with the same id
 * refers to the same donation, whose values never change. Returns the id of the donation. Throws `unavailable` without
 * a payment provider, `not_found` for the id of another donor's donation, and `idempotency_key_reused` for an id that
 * was sent with other values.
 */
export async function openCardDonation(
  context: HandlerContext,
  payments: Payments | undefined,
  { id = uuidv7(), ...body }: Body,
): Promise<string> {
  if (!payments) throw new Refused('unavailable');
  const { user_id } = context.caller;
  await lockPayer(context, user_id);
  const donation = donationOf(context, id, body);
  const existing = await storedDonationById(context, id);
  if (existing) {
    if (existing.donor_id !== user_id || existing.author_id !== user_id) throw new Refused('not_found');
    if (existing.method !== 'card' || existing.due_at !== null || !isSameRequest(existing, donation))
      throw new Refused('idempotency_key_reused', { id: 'invalid' });
    await reopen(context, payments, existing);
    return id;
  }
  await countDailyWrite(context, 'donations');
  const { id: intent_id } = await openPayment(context, payments, donation);
  if (!(await insertCardDonation(context, { ...donation, intent_id }))) throw new Refused('not_found');
  await pokeDonationViewers(context, donation);
  return id;
}
