import { bookPurpose } from '../books/purpose.ts';
import { donationPurpose } from '../donations/purpose.ts';
import { subscriptionPurpose } from '../subscription/purpose.ts';
import type { Intent } from './provider.ts';
import type { PaymentPurpose } from './purpose.ts';

const purposes = {
  book: bookPurpose,
  subscription: subscriptionPurpose,
  donation: donationPurpose,
} satisfies Record<Intent['purpose'], PaymentPurpose>;

/** Names of the purposes of payments. */
export type PurposeName = keyof typeof purposes;

/** The hooks of all purposes. */
export const allPurposes: readonly PaymentPurpose[] = Object.values(purposes);

/**
 * Returns the hooks for the purpose of an intent. Throws for a purpose that this version of the server does not
 * support.
 */
export function purposeOf({ purpose }: Pick<Intent, 'purpose'>): PaymentPurpose {
  const hooks = (purposes as Partial<Record<string, PaymentPurpose>>)[purpose];
  if (!hooks) throw new Error(`unknown purpose of a payment: ${purpose}`);
  return hooks;
}
