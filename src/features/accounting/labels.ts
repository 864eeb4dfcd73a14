import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AccountingProblem, LedgerPayment } from '../../../contract/api-calls/accounting.ts';

export const stateLabels: Record<LedgerPayment['state'], MessageDescriptor> = {
  created: msg`Not paid yet`,
  pending: msg`Not paid yet`,
  succeeded: msg`Paid`,
  failed: msg`Not paid`,
  expired: msg`Not paid`,
  refunded: msg`Refunded`,
};

export const problemLabels: Record<AccountingProblem['kind'], MessageDescriptor> = {
  ledger_state: msg`The state of a payment does not follow from its events`,
  ledger_gap: msg`An event of a payment is missing`,
  payment_without_period: msg`A payment gave no paid time`,
  period_without_payment: msg`Paid time without a payment`,
  refund_with_period: msg`A refund left its paid time unchanged`,
  other_amount: msg`The history shows another amount than the payment`,
  other_time: msg`A subscription does not end with its paid time`,
  other_access: msg`The access of an account differs from its subscription`,
  payment_without_book: msg`A paid book is not in the library`,
  payment_without_donation: msg`A payment is not counted as a donation`,
  donation_without_payment: msg`A donation by card was not paid`,
  open_too_long: msg`A payment has been open for too long`,
  provider_state: msg`The payment provider reports another state`,
  provider_amount: msg`The payment provider reports another amount`,
  payment_unknown: msg`A payment at the provider is missing here`,
};
