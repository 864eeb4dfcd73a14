import { describe, expect, it } from 'vitest';
import { GRACE_MS, accessTime, isEntitledOffline } from '../../contract/entitlement.ts';
import { transition } from '../../contract/states/machine.ts';
import {
  addPeriod,
  planChoiceEffect,
  isSamePlan,
  monthsIn,
  nextSubscriptionState,
  setAutoPay,
  subscriptionMachine,
  type SubscriptionCommand,
} from '../../contract/states/subscription.ts';
import { subscriptionStates, type SubscriptionState } from '../../contract/values.ts';
import { sampleId } from '../helpers/valid-args.ts';

// Repeats the machine as a table, so that a change must be made in both places deliberately: the state after each
// command, '=' for no effect, '-' for a command that is refused.
const table: Record<SubscriptionCommand, Record<SubscriptionState, string>> = {
  open: {
    none: 'pending_payment',
    pending_payment: '=',
    active: '=',
    cancelling: '=',
    past_due: '=',
    expired: 'pending_payment',
  },
  abandon: { none: '=', pending_payment: 'none', active: '=', cancelling: '=', past_due: '=', expired: '=' },
  trial: {
    none: 'cancelling',
    pending_payment: 'cancelling',
    active: '-',
    cancelling: '-',
    past_due: '-',
    expired: 'cancelling',
  },
  activate: {
    none: 'active',
    pending_payment: 'active',
    active: '-',
    cancelling: '-',
    past_due: '-',
    expired: 'active',
  },
  extend: { none: '-', pending_payment: '-', active: 'active', cancelling: 'cancelling', past_due: '-', expired: '-' },
  cancel: { none: '-', pending_payment: '-', active: 'cancelling', cancelling: '=', past_due: '-', expired: '=' },
  resume: { none: '-', pending_payment: '-', active: '=', cancelling: 'active', past_due: '=', expired: '-' },
  decline: { none: '-', pending_payment: '-', active: 'past_due', cancelling: '-', past_due: '=', expired: '-' },
  expire: { none: '-', pending_payment: '-', active: '-', cancelling: 'expired', past_due: 'expired', expired: '=' },
};

describe('the state machine of a subscription', () => {
  it.each(Object.keys(table) as SubscriptionCommand[])(
    'a subscription accepts the command %s only in the documented states',
    (command) => {
      const found = Object.fromEntries(
        subscriptionStates.map((state) => {
          const result = transition(subscriptionMachine, state, command);
          return [
            state,
            { transition: () => ('to' in result ? result.to : ''), noop: () => '=', invalid: () => '-' }[result.kind](),
          ];
        }),
      );
      expect(found).toEqual(table[command]);
    },
  );

  it('the error of a refused command names the command and the state of the subscription', () => {
    expect(() => nextSubscriptionState('expired', 'resume')).toThrow(
      expect.objectContaining({ code: 'subscription_state', fields: { state: 'expired', command: 'resume' } }),
    );
  });
});

const plan = { package_id: sampleId(1), title: { en: '', ru: '', de: '' }, period: 'month' as const, price_cents: 600 };
const method = { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2028 };
const row = { state: 'active' as SubscriptionState, plan, method, next_try_at: null };

describe('turning the automatic renewal off and on', () => {
  it('the automatic renewal can be turned off and on again while a card is saved', () => {
    const turnedOff = setAutoPay(row, false);
    expect(turnedOff.state).toBe('cancelling');
    expect(setAutoPay(turnedOff, true)).toEqual(row);
  });

  it('setting the automatic renewal to its current value changes nothing', () => {
    expect(setAutoPay(row, true)).toBe(row);
    const turnedOff = setAutoPay(row, false);
    expect(setAutoPay(turnedOff, false)).toBe(turnedOff);
  });

  it('turning the automatic renewal off ends a subscription whose renewal has failed', () => {
    const pastDue = { ...row, state: 'past_due' as const, next_try_at: '2026-05-04T00:00:00.000Z' };
    expect(setAutoPay(pastDue, false)).toMatchObject({ state: 'expired', next_try_at: null });
  });

  it.each([{ plan: null }, { method: null }])(
    'the automatic renewal cannot be turned on without a plan or a card: %o',
    (lacking) => {
      const turnedOff = { ...row, state: 'cancelling' as const, ...lacking };
      expect(() => setAutoPay(turnedOff, true)).toThrow(expect.objectContaining({ code: 'payment_method_required' }));
    },
  );
});

describe('a period of a subscription', () => {
  it.each([
    ['week', '2026-02-26T10:00:00.000Z', '2026-03-05T10:00:00.000Z'],
    ['month', '2026-01-15T10:00:00.000Z', '2026-02-15T10:00:00.000Z'],
    ['month', '2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
    ['month', '2028-01-31T10:00:00.000Z', '2028-02-29T10:00:00.000Z'],
    ['quarter', '2026-11-30T23:59:59.999Z', '2027-02-28T23:59:59.999Z'],
    ['half_year', '2026-11-03T00:00:00.000Z', '2027-05-03T00:00:00.000Z'],
    ['year', '2028-02-29T00:00:00.000Z', '2029-02-28T00:00:00.000Z'],
  ] as const)('a period of one %s from %s ends at %s', (period, from, end) => {
    expect(addPeriod(from, period)).toBe(end);
  });

  it('converts a period to months, to compute the price per month', () => {
    expect((['week', 'month', 'quarter', 'half_year', 'year'] as const).map(monthsIn)).toEqual([0.25, 1, 3, 6, 12]);
  });
});

describe('access to paid lessons on a device', () => {
  const until = '2026-05-03T10:00:00.000Z';
  const end = Date.parse(until) + GRACE_MS;
  const member = {
    is_staff: false,
    is_manager: false,
    is_superuser: false,
    is_subscribed: true,
    subscribed_until: until,
  };

  it('access to paid lessons on a device ends seven days after the paid time', () => {
    expect(GRACE_MS).toBe(7 * 86_400_000);
    expect(isEntitledOffline(member, end)).toBe(true);
    expect(isEntitledOffline(member, end + 1)).toBe(false);
  });

  it('access to paid lessons ends when the server ends the subscription, except for employees', () => {
    expect(isEntitledOffline({ ...member, is_subscribed: false }, 0)).toBe(false);
    expect(isEntitledOffline({ ...member, is_subscribed: false, is_staff: true }, end + 1)).toBe(true);
    expect(isEntitledOffline({ ...member, subscribed_until: null }, end + 1)).toBe(true);
  });

  it("setting the clock back does not prolong a device's access to paid lessons", () => {
    const lastSeen = new Date(end + 1).toISOString();
    expect(accessTime(0, lastSeen)).toBe(end + 1);
    expect(accessTime(end + 5, lastSeen)).toBe(end + 5);
    expect(accessTime(end, null)).toBe(end);
  });
});

describe('choosing a plan', () => {
  const [plan, other] = [
    { package_id: sampleId(1), period: 'month' as const },
    { package_id: sampleId(2), period: 'month' as const },
  ];
  const stored = (chosen: typeof plan) => ({ ...chosen, title: { en: '', ru: '', de: '' }, price_cents: 1 });
  const until = '2026-05-03T10:00:00.000Z';
  const row = (state: SubscriptionState, next: typeof plan | null = null) => ({
    ...{ state, plan: stored(plan), until, next: next && { ...stored(next), starts_at: until } },
  });

  it('two plans with the same package and period are the same, regardless of the price', () => {
    expect(isSamePlan({ ...stored(plan), price_cents: 2 } as typeof plan, plan)).toBe(true);
    expect(isSamePlan(plan, other)).toBe(false);
    expect(isSamePlan(plan, { ...plan, period: 'year' })).toBe(false);
    expect(isSamePlan(null, plan)).toBe(false);
  });

  it.each(subscriptionStates.filter((state) => state !== 'active'))(
    'a plan chosen in the state %s must be paid for',
    (state) => {
      expect([planChoiceEffect(row(state), plan), planChoiceEffect(row(state), other)]).toEqual(['pay', 'pay']);
    },
  );

  it('choosing a plan changes an active subscription at its end, cancels a planned change, or extends the subscription', () => {
    expect(planChoiceEffect(row('active'), other)).toBe('change');
    expect(planChoiceEffect(row('active', other), other)).toBe('change');
    expect(planChoiceEffect(row('active', other), plan)).toBe('keep');
    expect(planChoiceEffect(row('active'), plan)).toBe('pay');
    expect(planChoiceEffect({ ...row('active'), until: null }, other)).toBe('pay');
  });
});
