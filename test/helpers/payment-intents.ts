import { uuidv7 } from 'uuidv7';
import type { Intent, SavedMethod } from '../../server/features/payments/provider.ts';

const at = '2026-03-02T08:00:00.000Z';

/** Returns a payment intent for tests of payment providers, without storing it. */
export function intentOf(fields: Partial<Intent> = {}): Intent {
  const id = uuidv7();
  const price = { amount_cents: 1050, currency: 'USD', title: 'The Kettle & Other "Stories"' };
  const request = { user_id: uuidv7(), purpose: 'book' as const, subject_id: '1', return_path: '/books/1' };
  const providerState = { provider_id: null, payment_id: null, url: null, settled_at: null, checked_at: null };
  const settings = {
    state: 'created' as const,
    provider: 'stripe' as const,
    saves_method: false,
    is_off_session: false,
  };
  const times = { expires_at: '2026-03-03T08:00:00.000Z', created_at: at, updated_at: at };
  return {
    scope: 'main',
    id,
    idempotency_key: id,
    ...price,
    ...request,
    ...providerState,
    ...settings,
    ...times,
    ...fields,
  };
}

/**
 * Returns a saved card. Charges to `pm_declined` are declined; charges to `pm_challenged` need a confirmation by the
 * payer.
 */
export const cardOf = (method_id: string): SavedMethod => {
  const last4 = { pm_declined: '0002', pm_challenged: '3184' }[method_id] ?? '4242';
  return { customer_id: `customer-${uuidv7()}`, method_id, brand: 'visa', last4, exp_month: 12, exp_year: 2034 };
};
