import { setAutoPay } from '../states/subscription.ts';
import { z } from '../zod.ts';
import { defineWrite } from './define.ts';

/** Turns the automatic renewal of the user's own subscription on or off. */
export const autoPayWrite = defineWrite({
  entity: 'subscriptions',
  mode: 'command',
  v: 1,
  args: z.strictObject({ auto_pay: z.boolean() }),
  optimistic: (row, { auto_pay }) => row && setAutoPay(row, auto_pay),
  documented: { call: 'subscription.set_auto_pay', to_body: ({ auto_pay }) => ({ auto_pay }), from_body: () => null },
});
