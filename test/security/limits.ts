import type { LightMyRequestResponse } from 'fastify';
import { callNamed, callNames, type CallName } from '../../contract/api-calls/index.ts';
import { ErrorBody } from '../../contract/error-body.ts';
import type { Db } from '../../server/db/tables.ts';
import { callUrl, openTestServer, roles, type TestServer, type TestUser } from '../helpers/server.ts';
import type { MatrixResult } from './role-matrix.ts';

const limitOf = (name: CallName): number | null => callNamed(name).per_hour ?? callNamed(name).per_minute ?? null;

/** Sends a request with an unknown field. The request is counted, and then rejected. */
async function ask(server: TestServer, name: CallName, { token }: TestUser): Promise<LightMyRequestResponse> {
  const { method } = callNamed(name);
  return server.app.inject({
    method,
    url: callUrl(name),
    headers: { authorization: `Bearer ${token}` },
    ...(method !== 'GET' && { payload: { nothing: 1 } }),
  });
}

/**
 * Enables the limits, and sends to each call with its own limit one request more than the limit allows. This request
 * must be refused with Retry-After, but the same request by another user must not be refused.
 */
export async function runLimits(db?: Db): Promise<MatrixResult> {
  const server = await openTestServer({ ...(db && { db }), app: { rate_limits: true } });
  const limited = callNames.filter((name) => !callNamed(name).stream && limitOf(name) !== null);
  const violations: string[] = [];
  for (const name of limited) {
    const role = callNamed(name).roles.includes('admin') ? roles.admin : roles.learner;
    const [user, other] = [await server.user(role), await server.user(role)];
    const limit = limitOf(name)!;
    for (let count = 1; count <= limit; count += 1) {
      const { statusCode } = await ask(server, name, user);
      if (statusCode === 429) violations.push(`${name} refused request ${count} of ${limit}`);
    }
    const { statusCode, headers, body } = await ask(server, name, user);
    const { code } = ErrorBody.safeParse(JSON.parse(body)).data ?? {};
    const isRefused = statusCode === 429 && code === 'too_many_requests' && Number(headers['retry-after']) > 0;
    if (!isRefused) violations.push(`${name}: ${statusCode} after ${limit} requests`);
    if ((await ask(server, name, other)).statusCode === 429) violations.push(`${name} refused another person`);
  }
  await server.close();
  return { cells: limited.length, wrong: violations };
}
