import { DonationCorrectArgs, donationFields, DonationSubmitArgs, RejectReason } from '../entities/donation.ts';
import { Instant } from '../fields.ts';
import { checkPaidAt, confirmDonation, correctDonation, newDonation, rejectDonation } from '../states/donation.ts';
import { z } from '../zod.ts';
import { defineWrite } from './define.ts';

/** Enters a donation that was paid outside of this app. It counts after a second person has confirmed it. */
export const submitDonation = defineWrite({
  entity: 'donations',
  mode: 'create',
  v: 1,
  args: DonationSubmitArgs,
  blobs: ({ photo }) => (photo ? [photo.sha256] : []),
  optimistic: (row, args, context) => row ?? newDonation(args, context),
  documented: null,
});

/** Corrects a donation that is not confirmed, and submits it again; allowed only for its author. */
export const correctDonationWrite = defineWrite({
  entity: 'donations',
  mode: 'command',
  v: 1,
  args: DonationCorrectArgs,
  blobs: ({ photo }) => (photo ? [photo.sha256] : []),
  optimistic: (row, { at, photo, is_no_duplicate: _, ...fields }, { user_id }) => {
    if (!row) return null;
    checkPaidAt(fields.paid_at, at);
    const changed = photo && { photo: { sha256: photo.sha256, mime: photo.mime } };
    return { ...correctDonation(row, user_id, { ...fields, ...changed }), updated_at: at };
  },
  documented: null,
});

/** Confirms that the money has arrived; the amount is the one that the employee has checked. */
export const confirmDonationWrite = defineWrite({
  entity: 'donations',
  mode: 'command',
  v: 1,
  args: z.strictObject({ amount_cents: donationFields.amount_cents, at: Instant }),
  optimistic: (row, args, context) => row && confirmDonation(row, context, args),
  documented: null,
});

/** Rejects a donation with a reason that its author sees. */
export const rejectDonationWrite = defineWrite({
  entity: 'donations',
  mode: 'command',
  v: 1,
  args: z.strictObject({ reason: RejectReason, at: Instant }),
  optimistic: (row, args, context) => row && rejectDonation(row, context, args),
  documented: null,
});
