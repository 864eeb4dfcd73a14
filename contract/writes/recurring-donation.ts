import { Instant } from '../fields.ts';
import { endRecurringDonation, pauseRecurringDonation, resumeRecurringDonation } from '../states/recurring-donation.ts';
import { z } from '../zod.ts';
import { defineWrite } from './define.ts';

const common = { entity: 'recurring_donations', mode: 'command', v: 1, args: z.strictObject({ at: Instant }) } as const;

/** Pauses one of the user's own recurring donations. */
export const pauseRecurringDonationWrite = defineWrite({
  ...common,
  optimistic: (row) => row && pauseRecurringDonation(row),
  documented: null,
});

/** Resumes one of the user's own recurring donations from its next date on. */
export const resumeRecurringDonationWrite = defineWrite({
  ...common,
  optimistic: (row, { at }) => row && resumeRecurringDonation(row, at),
  documented: null,
});

/** Ends one of the user's own recurring donations. */
export const endRecurringDonationWrite = defineWrite({
  ...common,
  optimistic: (row) => row && endRecurringDonation(row),
  documented: null,
});
