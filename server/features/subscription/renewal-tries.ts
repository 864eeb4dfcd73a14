import { GRACE_MS } from '../../../contract/entitlement.ts';
import type { User } from '../../db/tables.ts';
import { sendEmail } from '../accounts/emails.ts';
import type { LedgerContext } from '../payments/purpose.ts';
import type { StoredSubscription } from './repository.ts';

const DAY_MS = 86_400_000;
/** Days after the end of the paid time on which a failed renewal is tried again. */
export const TRY_DAYS: readonly number[] = [1, 3, 5];

/** Returns an instant as a date for emails. */
export const dayOf = (instant: string, { language, time_zone }: Pick<User, 'language' | 'time_zone'>): string =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: time_zone }).format(new Date(instant));

/** Returns the subscription after a failed attempt to renew it, and tells its owner. */
export async function declined(
  context: LedgerContext,
  user: User,
  row: StoredSubscription,
): Promise<StoredSubscription> {
  const end = Date.parse(row.until ?? context.received_at);
  const days = TRY_DAYS[row.attempts];
  const next_try_at = days === undefined ? null : new Date(end + days * DAY_MS).toISOString();
  const graceEnd = new Date(end + GRACE_MS).toISOString();
  await sendEmail(context, user, 'subscription_unpaid', { day: dayOf(graceEnd, user) });
  return { ...row, state: 'past_due', attempts: row.attempts + 1, next_try_at };
}
