import { untypedCall } from '../../contract/api-calls/define.ts';
import { paymentCalls } from '../../contract/api-calls/payments.ts';
import type { CardDonation } from '../../src/bridge/account-api.ts';
import type { PaymentUrl } from '../../src/bridge/results.ts';
import { requestPaymentUrl } from './payment-url.ts';
import type { Session } from './session.ts';

const CENTS = 100;

/** Donates by card. Repeating the call with the same donation id has no further effect. */
export function donate(session: Session, donation: CardDonation): Promise<PaymentUrl> {
  const { id, amount_cents, purpose: type, purpose_text: type_text, is_anonymous: anonymous, ...fields } = donation;
  const body = { ...fields, id, amount: amount_cents / CENTS, type, type_text, anonymous };
  return requestPaymentUrl(session, untypedCall(paymentCalls, 'payments.donation'), { body });
}
