import { Instant } from '../fields.ts';
import { endRecurring, pauseRecurring, resumeRecurring } from '../states/recurring-donation.ts';
import { z } from '../zod.ts';
import { defineWrite } from './define.ts';

const common = { entity: 'recurring_donations', mode: 'command', v: 1, args: z.strictObject({ at: Instant }) } as const;

/** Pauses one of the user's own recurring donations. */
export const pauseRecurringWrite = defineWrite({
  ...common,
  optimistic: (row) => row && pauseRecurring(row),
  documented: null,
});

/** Resumes one of the user's own recurring donations from its next date on. */
export const resumeRecurringWrite = defineWrite({
  ...common,
  optimistic: (row, { at }) => row && resumeRecurring(row, at),
  documented: null,
});

/** Ends one of the user's own recurring donations. */
export const endRecurringWrite = defineWrite({
  ...common,
  optimistic: (row) => row && endRecurring(row),
  documented: null,
});
