import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { openPayments, type OpenPayments } from '../../server/features/payments/open.ts';

export const TEST_SECRET = 'a secret of at least thirty-two characters';
export const TEST_URL = 'http://localhost:8080';

/** Returns the payments of a test server. In the demo, their webhooks go to `main.app`. */
export function testPayments(deps: Deps, demo: boolean, main: { app?: FastifyInstance }): OpenPayments {
  const urls = { public_url: () => TEST_URL, checkout_url: () => TEST_URL };
  return openPayments(deps, { demo, secret: TEST_SECRET, ...urls, app: () => main.app });
}
