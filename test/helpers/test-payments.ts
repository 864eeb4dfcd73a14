import type { FastifyInstance } from 'fastify';
import type { AppOptions } from '../../server/app.ts';
import type { Deps } from '../../server/deps.ts';
import { createPayments, type ConfiguredPayments } from '../../server/features/payments/create-payments.ts';
import type { StripeOptions } from '../../server/features/payments/stripe-request.ts';
import { buildLanding } from '../../server/landing/app.ts';

export const TEST_SECRET = 'a secret of at least thirty-two characters';
const TEST_URL = 'http://localhost:8080';
const TEST_LANDING_URL = 'http://localhost:8081';

/** The payments of a test server, and the server of its second origin. Neither server listens on a port. */
export type TestPayments = ConfiguredPayments & { landing: FastifyInstance };

type Settings = Pick<AppOptions, 'payments' | 'landing_url' | 'secret' | 'public_url'>;

export interface PaymentTestOptions {
  app?: { demo?: boolean | undefined } | undefined;
  /**
   * Options for Stripe, with the URL of a local server in place of Stripe's. Without them, the demo provider is used.
   */
  stripe?: StripeOptions;
}

/** Creates the payments of a test server. The webhooks of the demo are sent to `main.app`. */
export async function createTestPayments(
  deps: Deps,
  { app: { demo = false } = {}, stripe }: PaymentTestOptions,
  main: { app?: FastifyInstance },
): Promise<TestPayments & { settings: Settings }> {
  const urls = { public_url: () => TEST_URL, checkout_url: () => TEST_LANDING_URL };
  const money = createPayments(deps, {
    demo,
    stripe: stripe ?? null,
    secret: TEST_SECRET,
    ...urls,
    app: () => main.app,
  });
  const { demo_webhooks } = money;
  const landing = await buildLanding({
    deps,
    public_url: () => TEST_URL,
    landing_url: () => TEST_LANDING_URL,
    demo_webhooks,
  });
  const landing_url = () => (demo ? TEST_LANDING_URL : null);
  const settings = { payments: money.payments, landing_url, secret: TEST_SECRET, public_url: TEST_URL };
  return { ...money, landing, settings };
}
