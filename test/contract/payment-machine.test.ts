import { expect, it } from 'vitest';
import { transition } from '../../contract/states/machine.ts';
import { paymentMachine, paymentStates, type PaymentCommand } from '../../contract/states/payment.ts';

// One row per command, one column per state: the next state, `-` for no effect, `x` for not allowed.
const table: Record<PaymentCommand, string> = {
  //        created   pending   succeeded failed    expired   refunded
  open: '   pending   -         x         x         x         x',
  succeed: 'succeeded succeeded -         succeeded succeeded -',
  fail: '   failed    failed    x         -         x         x',
  expire: ' expired   expired   x         x         -         x',
  refund: ' x         x         refunded  x         x         -',
};

it.each(Object.entries(table))(
  'the command %s changes each state of a payment as the state table defines',
  (command, row) => {
    const results = paymentStates.map((state) => {
      const result = transition(paymentMachine, state, command as PaymentCommand);
      return result.kind === 'transition' ? result.to : result.kind === 'noop' ? '-' : 'x';
    });
    expect(results).toEqual(row.trim().split(/\s+/));
  },
);
