import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createDemoProvider, createDemoWebhooks, type DemoWebhooks } from './demo-provider.ts';
import type { Payments } from './payments.ts';
import { createStripeProvider } from './stripe.ts';
import type { StripeOptions } from './stripe-request.ts';
import { webhookPath } from './webhook.ts';

export interface ConfiguredPayments {
  /** Undefined if there is no payment provider. */
  payments: Payments | undefined;
  /** Undefined unless the demo provider is used. */
  demo_webhooks: DemoWebhooks | undefined;
}

export interface PaymentOptions {
  demo: boolean;
  /** Null if Stripe is not used. If Stripe is configured, the demo provider is not used. */
  stripe: StripeOptions | null;
  /** The secret of the server. */
  secret: string;
  /** Returns the base URL to which payers return. */
  public_url: () => string;
  /** Returns the origin of the payment page of the demo. */
  checkout_url: () => string;
  /** Returns the app that receives the webhooks of the demo; undefined until it is built. */
  app: () => FastifyInstance | undefined;
}

/** Returns the configured payment provider with its webhooks. */
export function createPayments(deps: Deps, options: PaymentOptions): ConfiguredPayments {
  const { demo, stripe, secret, public_url, checkout_url } = options;
  const checkouts = new Map<string, Promise<string>>();
  if (stripe) {
    const payments = { deps, provider: createStripeProvider(stripe, public_url), public_url, checkouts };
    return { payments, demo_webhooks: undefined };
  }
  if (!demo) return { payments: undefined, demo_webhooks: undefined };
  const provider = createDemoProvider({ deps, secret, origin: checkout_url });
  const deliver = async (payload: string, signature: string): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const reply = await options.app()?.inject({ method: 'POST', url: webhookPath(provider), headers, payload });
    return reply?.statusCode ?? 503;
  };
  return {
    payments: { deps, provider, public_url, checkouts },
    demo_webhooks: createDemoWebhooks(deps, provider, deliver),
  };
}
