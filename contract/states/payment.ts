import type { Machine } from './machine.ts';

export const paymentStates = ['created', 'pending', 'succeeded', 'failed', 'expired', 'refunded'] as const;
export type PaymentState = (typeof paymentStates)[number];

export type PaymentCommand = 'open' | 'succeed' | 'fail' | 'expire' | 'refund';

/**
 * State machine of a payment. `created`: stored, but the provider has not confirmed it yet; `pending`: the payer can
 * pay. A payment that arrives after the attempt failed or expired still counts, because the money has been charged.
 */
export const paymentMachine: Machine<PaymentState, PaymentCommand> = {
  states: paymentStates,
  commands: {
    open: { from: ['created'], to: 'pending', noop: ['pending'] },
    succeed: { from: ['created', 'pending', 'failed', 'expired'], to: 'succeeded', noop: ['succeeded', 'refunded'] },
    fail: { from: ['created', 'pending'], to: 'failed', noop: ['failed'] },
    expire: { from: ['created', 'pending'], to: 'expired', noop: ['expired'] },
    refund: { from: ['succeeded'], to: 'refunded', noop: ['refunded'] },
  },
};
