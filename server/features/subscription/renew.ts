import { sql } from 'kysely';
import { dueReminder, GRACE_MS, reminderDays } from '../../../contract/entitlement.ts';
import type { Deps } from '../../deps.ts';
import { chargeDueIntents } from '../payments/due-charges.ts';
import { openIntent } from '../payments/ledger.ts';
import type { Payments } from '../payments/payments.ts';
import type { Intent } from '../payments/provider.ts';
import type { LedgerContext } from '../payments/purpose.ts';
import { emailDate, sendEmail } from '../accounts/emails.ts';
import { planName } from './labels.ts';
import { addLine, renewalSubject } from './lines.ts';
import { SUBSCRIPTION_PATH } from './purchase.ts';
import { recordDeclinedCharge } from './renewal-tries.ts';
import { lockSubscription, saveSubscription, type LockedSubscription } from './repository.ts';

const DAY_MS = 86_400_000;

const addMs = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString();

/**
 * Returns the owners of all subscriptions for which a renewal, an end or a reminder is due at `now`, so that only these
 * subscriptions need to be locked.
 */
export async function usersDueForRenewal({ db, scope }: Pick<Deps, 'db' | 'scope'>, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('user_id')
    .where('scope', '=', scope)
    .where(({ eb, or, and }) =>
      or([
        and([eb('state', '=', 'pending_payment'), eb('pending_until', '<=', now)]),
        and([
          eb('state', '=', 'past_due'),
          or([eb('next_try_at', '<=', now), eb('until', '<=', addMs(now, -GRACE_MS))]),
        ]),
        and([
          eb('state', 'in', ['active', 'cancelling']),
          or([
            eb('until', '<=', now),
            eb(sql<string>`next ->> 'starts_at'`, '<=', now),
            ...reminderDays.map((days) =>
              and([
                eb('until', '<=', addMs(now, days * DAY_MS)),
                or([eb('reminded_days', 'is', null), eb('reminded_days', '>', days)]),
              ]),
            ),
          ]),
        ]),
      ]),
    )
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Opens the payment of the period that begins at the end of the paid time. */
async function openRenewal(
  context: LedgerContext,
  { user, row }: LockedSubscription,
  payments: Payments | undefined,
): Promise<Intent | null> {
  const plan = row.next ?? row.plan;
  if (plan === null || row.until === null || !payments) return null;
  const intent = await openIntent(context, payments.provider, {
    user_id: user.id,
    purpose: 'subscription',
    subject_id: renewalSubject(row.until),
    amount_cents: plan.price_cents,
    title: planName(plan, user.language),
    return_path: SUBSCRIPTION_PATH,
    is_off_session: true,
  });
  await addLine(context, intent, plan);
  return intent;
}

/** Sends the reminder that is due. No reminder is sent twice for the same end of the paid time. */
async function sendReminder(context: LedgerContext, locked: LockedSubscription): Promise<void> {
  const { user, row } = locked;
  const { until, reminded_days: last } = row;
  if (until === null) return;
  const days = dueReminder(until, Date.parse(context.received_at));
  if (days === null || (last !== null && last <= days)) return;
  const template = row.state === 'active' ? 'subscription_renews' : 'subscription_ends';
  await sendEmail(context, user, template, { day: emailDate(until, user) });
  await saveSubscription(context, locked, { ...row, reminded_days: days });
}

/** Runs the steps that are due for one subscription. Returns the renewal to charge after the commit, or null. */
async function step(context: LedgerContext, user_id: string, payments: Payments | undefined): Promise<Intent | null> {
  const { received_at: now } = context;
  const locked = await lockSubscription(context, user_id);
  if (!locked || locked.row.rev === 0) return null;
  const { user, row } = locked;
  const { state, until, next } = row;
  if (state === 'pending_payment') {
    if (row.pending_until !== null && row.pending_until <= now)
      await saveSubscription(context, locked, {
        ...row,
        state: until === null ? 'none' : 'expired',
        pending_until: null,
      });
    return null;
  }
  if (until === null) return null;
  const isOver = state === 'past_due' ? addMs(until, GRACE_MS) <= now : state === 'cancelling' && until <= now;
  if (isOver) {
    await saveSubscription(context, locked, { ...row, state: 'expired', next: null, next_try_at: null });
    return null;
  }
  if (until > now) {
    if (next !== null && next.starts_at <= now) {
      const { starts_at, ...plan } = next;
      await saveSubscription(context, locked, { ...row, plan, next: null, started_at: starts_at });
    } else await sendReminder(context, locked);
    return null;
  }
  const isDue = state === 'active' || (row.next_try_at !== null && row.next_try_at <= now);
  if (!isDue) return null;
  const intent = await openRenewal(context, locked, payments);
  if (!intent) await saveSubscription(context, locked, await recordDeclinedCharge(context, user, row));
  return intent;
}

/**
 * Renews the subscriptions whose paid time has ended, ends those that do not renew, and sends reminders. Can safely run
 * twice, or in two processes at the same time, because each end of the paid time is renewed by a single intent.
 */
export async function renewSubscriptions(deps: Deps, payments: Payments | undefined): Promise<void> {
  const ids = await usersDueForRenewal(deps, deps.clock().toISOString());
  await chargeDueIntents(deps, payments, { ids, step: (context, user_id) => step(context, user_id, payments) });
}
