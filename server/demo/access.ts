import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refused } from '../../contract/errors.ts';
import type { RequestFacts } from '../handlers.ts';
import { isLocalRequest } from '../loopback.ts';
import { sendRefusal } from '../http/plugins/errors.ts';
import { DEMO_PASSWORD, demoAccounts } from './people.ts';

/**
 * [Note: The demo is local] The demo's pages log in any visitor, and the passwords of its accounts are in the README.
 * They work only in demo mode and only for requests made on this machine; any other request is answered as if the page
 * did not exist.
 */
export function guardDemoPages(
  app: FastifyInstance,
  refuse: (reply: FastifyReply) => unknown = (reply) => sendRefusal(reply, { code: 'not_found' }),
): void {
  app.addHook('onRequest', async (request, reply) => {
    // Compare the route instead of the URL, because the URL may be percent-encoded.
    const isDemo = request.routeOptions.url?.startsWith('/demo/') ?? false;
    if (isDemo && !isLocalRequest((name) => request.headers[name])) await refuse(reply);
  });
}

/**
 * Throws `not_found` for a login to a demo account with the published demo password, unless the demo runs on the
 * machine that made the request.
 */
export function checkDemoLogin(
  demo: boolean,
  request: Pick<RequestFacts, 'header'>,
  name: { email: string } | { phone: string },
  password: string,
): void {
  if (password !== DEMO_PASSWORD) return;
  const isDemo = demoAccounts.some(({ email, phone }) =>
    'email' in name ? email === name.email : phone === name.phone,
  );
  if (isDemo && !(demo && isLocalRequest((header) => request.header(header)))) throw new Refused('not_found');
}
