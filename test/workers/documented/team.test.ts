import { expect, test } from 'vitest';
import { savedBranches } from '../../../src/db/queries/team.ts';
import { savedSyncStatus } from '../../../src/db/queries/status.ts';
import { savedMeta } from '../../../src/db/schema/meta.ts';
import { withDocumentedApi } from '../../../workers/sync/api-transport.ts';
import { runAccountAction } from '../../../workers/sync/registration.ts';
import { makeForeignPhone, type ForeignPhone } from '../../foreign/phone.ts';

const CHILDREN = '/api/team/get_children/';
const PURCHASE = '/api/books/purchase/';
const BOOK = 'f0e1a000-0001-8000-8000-000000000001';
/** The time in ms after which the worker gives up a request that the API does not answer. */
const TIMEOUT_MS = 30_000;

/** Fetches the user's own branch as the first request of a restarted app. */
const fetchTeam = ({ ports, phone }: ForeignPhone) =>
  runAccountAction(withDocumentedApi(ports), phone, 'fetchBranch', [null, false]);

type Reply = (init: RequestInit, attempt: number) => Response | Promise<Response>;

/** Answers the requests to a path, and returns the Authorization headers of those requests. */
function replaceReplies({ ports }: ForeignPhone, path: string, reply: Reply): (string | null)[] {
  const { fetch } = ports;
  const seen: (string | null)[] = [];
  ports.fetch = async (url, init) => {
    if (!url.startsWith(path)) return fetch(url, init);
    seen.push(new Headers(init.headers).get('Authorization'));
    return reply(init, seen.length);
  };
  return seen;
}

const isBearer = ({ headers }: RequestInit) => new Headers(headers).get('Authorization')?.startsWith('Bearer ');
const unauthorized = () => Response.json({ detail: 'Invalid token.' }, { status: 401 });

test('fetching the team fails with not_offered if the API has no team call, even as the first request of a session', async () => {
  const foreign = await makeForeignPhone();
  const notOffered = { ok: false, why: 'refused', code: 'not_offered' };
  expect(await fetchTeam(foreign)).toEqual(notOffered);
  expect(await savedMeta(foreign.phone.db, 'missing_calls')).toMatchObject([{ name: 'team.children' }]);
});

test('fetching the team fails after half a minute if the API never answers', async () => {
  const foreign = await makeForeignPhone();
  const requested = Promise.withResolvers<void>();
  replaceReplies(foreign, CHILDREN, async ({ signal }) => {
    requested.resolve();
    return new Promise<Response>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new TypeError('aborted')));
    });
  });
  const result = fetchTeam(foreign);
  await requested.promise;
  foreign.ports.clock.pass(TIMEOUT_MS);
  expect(await result).toEqual({ ok: false, why: 'no_answer' });
});

test('the first request of a restarted app uses the token scheme of the API, and the reply is read in its form', async () => {
  const foreign = await makeForeignPhone();
  const { db } = foreign.phone;
  const seen = replaceReplies(foreign, CHILDREN, (init) =>
    isBearer(init) ? unauthorized() : Response.json([{ id: 5, firstName: 'Mia' }]),
  );
  expect(await fetchTeam(foreign)).toEqual({ ok: true });
  expect((await savedBranches(db)).get(null)?.rows).toMatchObject([{ first_name: 'Mia' }]);
  expect((await savedSyncStatus(db)).gates.auth).toBe(false);
  expect(seen.at(-1)).toMatch(/^JWT /);
});

test('repeats the first request of a restarted app if the first reply is a web page', async () => {
  const foreign = await makeForeignPhone();
  replaceReplies(foreign, CHILDREN, (_, attempt) =>
    attempt > 1 ? Response.json([{ id: 5, firstName: 'Mia' }]) : new Response('<html></html>'),
  );
  expect(await fetchTeam(foreign)).toEqual({ ok: true });
});

test.each([
  [200, 1],
  [500, 1],
  [400, 2],
  [401, 2],
])(
  'a purchase that is the first request of a restarted app, with the response %i, is sent %i times',
  async (status, times) => {
    const foreign = await makeForeignPhone({ scheme: 'Bearer' });
    const url = 'https://pay.test/1';
    const seen = replaceReplies(foreign, PURCHASE, (_, attempt) =>
      Response.json({ url }, { status: attempt > 1 ? 200 : status }),
    );
    const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer token' };
    const init = { method: 'POST', headers, body: JSON.stringify({ id: BOOK }) };
    const reply = withDocumentedApi(foreign.ports).fetch(PURCHASE, init);
    if (status === 500) await expect(reply).rejects.toThrow('no response');
    else expect(await (await reply).json()).toBe(url);
    expect(seen).toHaveLength(times);
  },
);
