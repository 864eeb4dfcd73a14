import { callIn } from '../../contract/api-calls/define.ts';
import { subscriptionCalls } from '../../contract/api-calls/subscription.ts';
import type { PackageChoice } from '../../src/bridge/account-api.ts';
import type { PaymentUrl } from '../../src/bridge/results.ts';
import { requestPaymentUrl } from './payment-url.ts';
import type { Session } from './session.ts';

/** Buys a package, or chooses it for the next period. Repeating it with the same key has no further effect. */
export function buyPackage(session: Session, choice: PackageChoice, key: string): Promise<PaymentUrl> {
  const call = callIn(subscriptionCalls, 'subscription.package_purchase');
  return requestPaymentUrl(session, call, { body: { ...choice }, key });
}
