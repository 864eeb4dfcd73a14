import { GRACE_MS } from '../../../contract/entitlement.ts';
import type { User } from '../../db/tables.ts';
import { emailDate, sendEmail } from '../accounts/emails.ts';
import { nextTryAt } from '../payments/retries.ts';
import type { LedgerContext } from '../payments/purpose.ts';
import type { StoredSubscription } from './repository.ts';

/** Returns the subscription after a failed attempt to renew it, and notifies its owner. */
export async function recordDeclinedCharge(
  context: LedgerContext,
  user: User,
  row: StoredSubscription,
): Promise<StoredSubscription> {
  const end = row.until ?? context.received_at;
  const attempts = row.attempts + 1;
  const graceEnd = new Date(Date.parse(end) + GRACE_MS).toISOString();
  await sendEmail(context, user, 'subscription_unpaid', { day: emailDate(graceEnd, user) });
  return { ...row, state: 'past_due', attempts, next_try_at: nextTryAt(end, attempts) };
}
