import { Id, Instant } from '../fields.ts';
import { donationPurposes, recurringFrequencies, recurringDonationStates } from '../values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

/** A recurring donation: the saved card is charged at each date. `id` is the id of its first donation. */
export const RecurringDonation = z.object({
  id: Id,
  rev: z.int(),
  amount_cents: z.int(),
  /** The amount that the donor adds each time to cover the fee for the card payment. */
  fee_cents: z.int(),
  currency: z.literal('USD'),
  frequency: z.enum(recurringFrequencies),
  purpose: z.enum(donationPurposes),
  purpose_text: z.string(),
  comment: z.string(),
  is_anonymous: z.boolean(),
  state: z.enum(recurringDonationStates),
  /** When the first donation was paid. The dates of all later charges are computed from this time. */
  started_at: Instant,
  /** The date of the next charge, or of a failed charge that will be retried; null while paused or ended. */
  next_at: z.nullable(Instant),
  /** When a failed charge will be retried. */
  next_try_at: z.nullable(Instant),
  /** When the last charge failed; null if it succeeded, or if the donor has resumed the donation since. */
  failed_at: z.nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
});
export type RecurringDonation = z.infer<typeof RecurringDonation>;

export const recurringDonations = defineEntity<RecurringDonation>({
  ...stores.recurring_donations,
  schema: RecurringDonation,
  policies: {},
});
