import type { Plan, Subscription } from '../entities/subscription.ts';
import { Refused } from '../errors.ts';
import { subscriptionStates, type SubscriptionPeriod, type SubscriptionState } from '../values.ts';
import { transition, type Machine } from './machine.ts';

/**
 * Commands on a subscription. `open` starts the first payment; `abandon` ends a first payment that was not made.
 * `activate` records a payment while no subscription is running, `extend` a payment that adds a period. `trial` starts
 * a free trial. `cancel` and `resume` turn the automatic renewal off and on. `decline` records a failed renewal.
 */
export type SubscriptionCommand =
  | 'open'
  | 'abandon'
  | 'trial'
  | 'activate'
  | 'extend'
  | 'cancel'
  | 'resume'
  | 'decline'
  | 'expire';

/**
 * State machine of a subscription. `active`: it renews at the end of the period. `cancelling`: it ends at the end of
 * the period. `past_due`: the renewal failed and is being retried; in this state, turning the renewal off ends the
 * subscription at once.
 */
export const subscriptionMachine: Machine<SubscriptionState, SubscriptionCommand> = {
  states: subscriptionStates,
  commands: {
    open: {
      from: ['none', 'expired'],
      to: 'pending_payment',
      noop: ['pending_payment', 'active', 'cancelling', 'past_due'],
    },
    abandon: { from: ['pending_payment'], to: 'none', noop: ['none', 'active', 'cancelling', 'past_due', 'expired'] },
    trial: { from: ['none', 'pending_payment', 'expired'], to: 'cancelling', noop: [] },
    activate: { from: ['none', 'pending_payment', 'expired'], to: 'active', noop: [] },
    extend: { from: ['active', 'cancelling'], to: 'same', noop: [] },
    cancel: { from: ['active'], to: 'cancelling', noop: ['cancelling', 'expired'] },
    resume: { from: ['cancelling'], to: 'active', noop: ['active', 'past_due'] },
    decline: { from: ['active'], to: 'past_due', noop: ['past_due'] },
    expire: { from: ['cancelling', 'past_due'], to: 'expired', noop: ['expired'] },
  },
};

/** Returns the next state, or null if nothing changes (a no-op). Throws `subscription_state`. */
export function nextSubscriptionState(
  state: SubscriptionState,
  command: SubscriptionCommand,
): SubscriptionState | null {
  const result = transition(subscriptionMachine, state, command);
  if (result.kind === 'invalid') throw new Refused('subscription_state', { state, command });
  return result.kind === 'transition' ? result.to : null;
}

/** Whether the subscription renews automatically. */
export const isRenewing = (state: SubscriptionState): boolean => state === 'active' || state === 'past_due';

/**
 * Turns the automatic renewal on or off. Turning it off after a renewal has failed ends the subscription. Throws
 * `subscription_state`, and `payment_method_required` if there is no card to charge.
 */
export function setAutoPay<Row extends Pick<Subscription, 'state' | 'plan' | 'method' | 'next_try_at'>>(
  row: Row,
  auto_pay: boolean,
): Row {
  if (!auto_pay && row.state === 'past_due') return { ...row, state: 'expired', next_try_at: null };
  const state = nextSubscriptionState(row.state, auto_pay ? 'resume' : 'cancel');
  if (state === null) return row;
  if (auto_pay && (row.plan === null || row.method === null)) throw new Refused('payment_method_required');
  return { ...row, state };
}

/** Whether two plans are the same package for the same period, regardless of the price. */
export const isSamePlan = (
  a: Pick<Plan, 'package_id' | 'period'> | null,
  b: Pick<Plan, 'package_id' | 'period'>,
): boolean => a?.package_id === b.package_id && a.period === b.period;

/**
 * Returns what choosing a plan does: `pay` opens a payment; `change` schedules the plan for the end of the current
 * period; `keep` cancels a scheduled change. Only `pay` charges money now.
 */
export function planChoiceEffect(
  row: Pick<Subscription, 'state' | 'plan' | 'next' | 'until'>,
  plan: Pick<Plan, 'package_id' | 'period'>,
): 'pay' | 'change' | 'keep' {
  if (row.state !== 'active' || row.until === null) return 'pay';
  if (!isSamePlan(row.plan, plan)) return 'change';
  return row.next === null ? 'pay' : 'keep';
}

const monthsByPeriod: Record<Exclude<SubscriptionPeriod, 'week'>, number> = {
  month: 1,
  quarter: 3,
  half_year: 6,
  year: 12,
};
const WEEK_MS = 7 * 86_400_000;

/** Returns the number of months of a period, for comparing prices; a week is a quarter of a month. */
export const monthsIn = (period: SubscriptionPeriod): number => (period === 'week' ? 0.25 : monthsByPeriod[period]);

/** Returns the end of a period that starts at `from` (ISO), in UTC. See `addMonths` for months that are too short. */
export function addPeriod(from: string, period: SubscriptionPeriod): string {
  if (period === 'week') return new Date(Date.parse(from) + WEEK_MS).toISOString();
  return addMonths(from, monthsByPeriod[period]);
}

/** Returns the same day and time some months later, in UTC, or the last day of that month if the month is too short. */
export function addMonths(from: string, months: number): string {
  const start = new Date(from);
  const day = start.getUTCDate();
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, lastDay));
  return end.toISOString();
}
