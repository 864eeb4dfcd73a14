import { Refused } from '../../../contract/errors.ts';
import {
  endRecurringDonation,
  pauseRecurringDonation,
  resumeRecurringDonation,
} from '../../../contract/states/recurring-donation.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext, WriteOutcome } from '../../handlers.ts';
import { withCurrentRow } from '../../http/with-current-row.ts';
import { lockPayer } from '../payments/ledger.ts';
import { recurringDonationRows } from './recurring-rows.ts';
import { saveRecurringDonation, storedRecurringById, type StoredRecurringDonation } from './recurring-repository.ts';

/** Runs a command of the donor on their own recurring donation. Throws `not_found` and `donation_state`. */
async function command(
  context: HandlerContext,
  id: string,
  run: (row: StoredRecurringDonation) => StoredRecurringDonation,
): Promise<WriteOutcome> {
  await lockPayer(context, context.caller.user_id);
  const visibleRow = await recurringDonationRows.one(context, id);
  const stored = visibleRow && (await storedRecurringById(context, id));
  if (!stored) throw new Refused('not_found');
  const next = withCurrentRow(visibleRow, () => run(stored));
  if (next === stored) return { row: visibleRow, rev: visibleRow.rev };
  await countDailyWrite(context, 'donation_changes');
  const { rev } = await saveRecurringDonation(context, next);
  return { row: await recurringDonationRows.one(context, id), rev };
}

type Handler = (context: HandlerContext, write: { id: string }) => Promise<WriteOutcome>;

/** Pauses a recurring donation. Idempotent. A charge that is in progress is refunded when it succeeds. */
export const pauseRecurringDonationHandler: Handler = (context, { id }) => command(context, id, pauseRecurringDonation);

/** Resumes a recurring donation, starting with its next date in the future. Idempotent. */
export const resumeRecurringDonationHandler: Handler = (context, { id }) =>
  command(context, id, (row) => {
    const next = resumeRecurringDonation(row, context.received_at);
    return next === row ? row : { ...next, attempts: 0 };
  });

/** Ends a recurring donation. Idempotent. A charge that is in progress is refunded when it succeeds. */
export const endRecurringDonationHandler: Handler = (context, { id }) => command(context, id, endRecurringDonation);
