import { untypedCall } from '../../contract/api-calls/define.ts';
import { PromoOffer, subscriptionCalls } from '../../contract/api-calls/subscription.ts';
import type { PackageChoice } from '../../src/bridge/account-api.ts';
import type { PaymentUrl, PromoResult } from '../../src/bridge/results.ts';
import { parseReply } from './account.ts';
import { requestPaymentUrl } from './payment-url.ts';
import { sendAuthenticated, type Session } from './session.ts';

/** Buys a package, or chooses it for the next period. Repeating the call with the same key has no further effect. */
export function buyPackage(session: Session, choice: PackageChoice, key: string): Promise<PaymentUrl> {
  const call = untypedCall(subscriptionCalls, 'subscription.package_purchase');
  return requestPaymentUrl(session, call, { body: { ...choice }, key });
}

/** Fetches what a promo code changes on the offer of a package. */
export async function checkPromo(session: Session, choice: Required<PackageChoice>): Promise<PromoResult> {
  const call = untypedCall(subscriptionCalls, 'subscription.check_promo');
  const parsed = parseReply(await sendAuthenticated(session, call, { body: { ...choice } }), PromoOffer);
  return parsed.ok ? { ok: true, offer: parsed.body } : parsed;
}
