import { expect, test } from 'vitest';
import { registrationCalls } from '../../contract/api-calls/registration.ts';
import { runAccountAction } from '../../workers/sync/registration.ts';
import { jsonResponse, makePhone, refusalResponse } from '../helpers/fake-server.ts';

const entries = { email: 'nina@example.org' };

async function check(reply: () => Response) {
  const { ports } = await makePhone();
  const sent: unknown[] = [];
  ports.fetch = (url, init) => {
    sent.push([url, JSON.parse(init.body as string)]);
    return Promise.resolve(reply());
  };
  return { result: await runAccountAction(ports, null, 'checkRegistration', [entries]), sent };
}

test('checks entries of the registration form without a login', async () => {
  const { result, sent } = await check(() => jsonResponse({ ok: true }));
  expect(result).toEqual({ ok: true });
  const { path, body } = registrationCalls['own.check_registration'];
  expect(sent).toEqual([[path, entries]]);
  expect(body?.safeParse(entries).success).toBe(true);
});

test('reports that an email of the registration form is taken', async () => {
  const { result } = await check(() => refusalResponse(409, 'email_taken'));
  expect(result).toEqual({ ok: false, why: 'refused', code: 'email_taken' });
});

test('reports that entries of the registration form cannot be checked at the moment', async () => {
  const { result } = await check(() => {
    throw new TypeError('Failed to fetch');
  });
  expect(result).toEqual({ ok: false, why: 'no_answer' });
});
