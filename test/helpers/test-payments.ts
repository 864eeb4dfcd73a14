import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { openPayments, type OpenPayments } from '../../server/features/payments/open.ts';
import { buildLanding } from '../../server/landing/app.ts';

export const TEST_SECRET = 'a secret of at least thirty-two characters';
export const TEST_URL = 'http://localhost:8080';
export const TEST_LANDING_URL = 'http://localhost:8081';

/** The payments of a test server, and the server of its second origin, which does not listen either. */
export type TestPayments = OpenPayments & { landing: FastifyInstance };

/** Opens the payments of a test server. In the demo, their webhooks go to `main.app`. */
export async function testPayments(deps: Deps, demo: boolean, main: { app?: FastifyInstance }): Promise<TestPayments> {
  const urls = { public_url: () => TEST_URL, checkout_url: () => TEST_LANDING_URL };
  const money = openPayments(deps, { demo, stripe: null, secret: TEST_SECRET, ...urls, app: () => main.app });
  const { demo_webhooks } = money;
  return { ...money, landing: await buildLanding({ deps, public_url: () => TEST_URL, demo_webhooks }) };
}
