import { Instant } from '../fields.ts';
import { endRecurringDonation, pauseRecurringDonation, resumeRecurringDonation } from '../states/recurring-donation.ts';
import { z } from '../zod.ts';
import { defineWrite } from './define.ts';

const recurringDonationCommand = {
  entity: 'recurring_donations',
  mode: 'command',
  v: 1,
  args: z.strictObject({ at: Instant }),
} as const;

/** Pauses one of the user's own recurring donations. */
export const pauseRecurringDonationWrite = defineWrite({
  ...recurringDonationCommand,
  optimistic: (row) => row && pauseRecurringDonation(row),
  documented: null,
});

/** Resumes one of the user's own recurring donations from its next date on. */
export const resumeRecurringDonationWrite = defineWrite({
  ...recurringDonationCommand,
  optimistic: (row, { at }) => row && resumeRecurringDonation(row, at),
  documented: null,
});

/** Ends one of the user's own recurring donations. */
export const endRecurringDonationWrite = defineWrite({
  ...recurringDonationCommand,
  optimistic: (row) => row && endRecurringDonation(row),
  documented: null,
});
