import { uuidv7 } from 'uuidv7';
import type { RecurringDonation } from '../../contract/entities/recurring-donation.ts';
import { nextDonationAt } from '../../contract/states/recurring-donation.ts';
import type { Db } from '../../server/db/tables.ts';
import { sampleTime, sampleId } from './field-cases.ts';

/** Returns a recurring donation of $10 a month whose next date is a month after its start. */
export function recurringRow(change: Partial<RecurringDonation> = {}): RecurringDonation {
  const schedule = { started_at: sampleTime, frequency: 'monthly' as const, ...change };
  return {
    ...{
      id: sampleId(8),
      rev: 3,
      amount_cents: 1_000,
      fee_cents: 0,
      currency: 'USD',
      purpose: 'general',
      purpose_text: '',
    },
    ...{ comment: '', is_anonymous: false, state: 'active', next_at: nextDonationAt(schedule, schedule.started_at) },
    ...{ next_try_at: null, failed_at: null, created_at: schedule.started_at, updated_at: schedule.started_at },
    ...schedule,
  };
}

/** Stores a recurring donation of a user that began at `started_at`. Returns its id. */
export async function addRecurring(
  { db, scope }: { db: Db; scope: string },
  user_id: string,
  fields: Partial<RecurringDonation> & Pick<RecurringDonation, 'started_at'>,
): Promise<string> {
  const row = recurringRow({ id: uuidv7(), rev: 1, ...fields });
  await db
    .insertInto('recurring_donations')
    .values({ ...row, scope, user_id, attempts: 0 })
    .execute();
  return row.id;
}
