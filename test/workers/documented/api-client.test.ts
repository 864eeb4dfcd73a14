import { expect, test } from 'vitest';
import { ApiClient } from '../../../workers/sync/documented/api-client.ts';
import { ClientConfig } from '../../../workers/sync/documented/config.ts';
import { readList } from '../../../workers/sync/documented/lists.ts';
import { MissingCalls } from '../../../workers/sync/documented/missing-calls.ts';
import type { Ports } from '../../../src/lib/ports.ts';
import { makePorts, settlePromises } from '../../helpers/phone.ts';

function clientOf(fetch: Ports['fetch'], config: Partial<ClientConfig> = {}) {
  const ports = makePorts({ fetch });
  const apiState = {
    config: { ...ClientConfig.parse({}), ...config },
    scheme: 'JWT' as const,
    keepsKeys: false,
    missing: new MissingCalls([]),
    server_time: null,
  };
  return { ports, client: new ApiClient(ports, apiState, 'token') };
}

/** A network that never responds, but rejects a request that is aborted. */
const neverResponds: Ports['fetch'] = (_, { signal }) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new TypeError('aborted'))));

test.each([
  ['a small request', 2, 30_000],
  ['a request with 80 kB', 80_000, 40_000],
])('gives up waiting for the response to %s', async (_, bytes, limit_ms) => {
  const { ports, client } = clientOf(neverResponds);
  let result: unknown = null;
  void client
    .send({ method: 'POST', path: '/api/contacts/', body: 'x'.repeat(bytes) })
    .then((value) => (result = value));
  await settlePromises();
  ports.clock.pass(limit_ms - 1);
  await settlePromises();
  expect(result).toBeNull();
  ports.clock.pass(2);
  await settlePromises();
  expect(result).toEqual({ kind: 'none', is_network: true });
});

/** Reads a list whose pages are bare arrays with the given numbers of rows. Returns the requested URLs. */
async function pagesOf(...sizes: number[]): Promise<string[]> {
  const urls: string[] = [];
  const { client } = clientOf(async (url) => {
    const length = sizes[urls.length] ?? 0;
    urls.push(url);
    return Response.json(Array.from({ length }, (_, at) => ({ id: urls.length * 1000 + at })));
  });
  await readList(client, { call: 'news.list', paged: true }, null);
  return urls;
}

test('the client of a documented API requests pages of 100 rows', async () => {
  expect(await pagesOf(0)).toEqual(['/api/news/list?page=1&page_size=100']);
});

test.each([
  [99, 1],
  [100, 2],
  [101, 1],
])('after a bare array of %d rows, a list has %d pages', async (rows, pages) => {
  expect(await pagesOf(rows)).toHaveLength(pages);
});

test('sends the token to the origin of the API, and not to the origin of a file elsewhere', async () => {
  const sent: [string, string | null][] = [];
  const fetch: Ports['fetch'] = async (url, init) => {
    sent.push([url, new Headers(init.headers).get('Authorization')]);
    return Response.json({});
  };
  const { client } = clientOf(fetch, { api: 'https://api.test/' });
  for (const path of ['/files/a.jpg', 'https://api.test/files/a.jpg', 'https://files.test/a.jpg'])
    await client.fetch({ method: 'GET', path }, null);
  expect(sent).toEqual([
    ['https://api.test/files/a.jpg', 'JWT token'],
    ['https://api.test/files/a.jpg', 'JWT token'],
    ['https://files.test/a.jpg', null],
  ]);
});

test('sends a refused request again with the token scheme that another request has found in the meantime', async () => {
  const schemeFound = Promise.withResolvers<void>();
  const { client } = clientOf(async (url, init) => {
    const isRefused = !new Headers(init.headers).get('Authorization')?.startsWith('Bearer ');
    if (isRefused && url === '/api/user_flows/') await schemeFound.promise;
    return Response.json([], { status: isRefused ? 401 : 200 });
  });
  const refusedRequest = client.call('flows.list');
  expect(await client.call('accounts.me')).toMatchObject({ kind: 'reply' });
  schemeFound.resolve();
  expect(await refusedRequest).toMatchObject({ kind: 'reply' });
});
