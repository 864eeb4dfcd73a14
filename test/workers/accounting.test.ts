import { beforeEach, expect, test } from 'vitest';
import { accountingKeys } from '../../src/lib/cached-pages.ts';
import { runAccountAction } from '../../workers/sync/registration.ts';
import { jsonResponse, makePhone, refusalResponse } from '../helpers/fake-server.ts';

const PERSON = '0198c000-0000-7000-8000-0000000000c1';
const AT = '2036-12-01T14:20:00.000Z';

let replies: Record<string, () => Response>;
let sent: { url: string; body: unknown }[];
let phone: Awaited<ReturnType<typeof makePhone>>['phone'];
let run: (
  action: 'fetchPayments' | 'fetchMonths' | 'fetchReport' | 'fetchLedger',
  ...args: unknown[]
) => Promise<unknown>;

beforeEach(async () => {
  const setup = await makePhone();
  phone = setup.phone;
  const { ports } = setup;
  replies = {};
  sent = [];
  const fetchOthers = ports.fetch;
  ports.fetch = async (url, init) => {
    const reply = replies[String(url)];
    if (!reply) return fetchOthers(url, init);
    sent.push({ url: String(url), body: init.body ? JSON.parse(init.body as string) : null });
    return reply();
  };
  run = (action, ...args) => runAccountAction(ports, phone, action, args as never);
});

const payment = {
  ...{ id: PERSON, user_id: PERSON, user_name: 'Ivan', purpose: 'book', title: 'The Kettle', amount_cents: 500 },
  ...{ currency: 'USD', state: 'succeeded', created_at: AT, paid_at: AT },
};
const envelope = { count: 1, next: null, previous: null, current: 1, results: [payment], total_count: 1 };

test('stores the payments of one person and of all people as separate pages', async () => {
  replies['/api/accounting/payments/?page=2&page_size=50'] = () => jsonResponse(envelope);
  expect(await run('fetchPayments', PERSON, 2)).toEqual({ ok: true });
  expect(await run('fetchPayments', '', 2)).toEqual({ ok: true });
  expect(sent.map(({ body }) => body)).toEqual([{ user_id: PERSON }, {}]);
  for (const person of [PERSON, ''])
    expect((await phone.db.pages.get(accountingKeys.payments(person, 2)))?.rows).toEqual([payment]);
});

test('stores the monthly sums and the report, and keeps the sums if the server refuses a later request', async () => {
  const month = { month: '2036-11', payments: 1, paid_cents: 5, refunded_cents: 0, donated_cents: 0, total_cents: 5 };
  replies['/api/accounting/months/'] = () => jsonResponse([month]);
  replies['/api/accounting/report/'] = () => jsonResponse({ report: null });
  expect([await run('fetchMonths'), await run('fetchReport')]).toEqual([{ ok: true }, { ok: true }]);
  replies['/api/accounting/months/'] = () => refusalResponse(403, 'forbidden');
  expect(await run('fetchMonths')).toMatchObject({ ok: false, why: 'refused', code: 'forbidden' });
  expect((await phone.db.pages.get(accountingKeys.months))?.rows).toEqual([month]);
  expect((await phone.db.pages.get(accountingKeys.report))?.rows).toEqual([null]);
});

test('downloads the ledger of a month, and reports every kind of failure as `no_answer`', async () => {
  const path = '/api/accounting/ledger/2036-11/';
  replies[path] = () => new Response('time,source\r\n');
  const result = (await run('fetchLedger', '2036-11')) as { ok: true; file: Blob };
  expect([result.ok, await result.file.text()]).toEqual([true, 'time,source\r\n']);
  replies[path] = () => refusalResponse(403, 'forbidden');
  expect(await run('fetchLedger', '2036-11')).toEqual({ ok: false, why: 'no_answer' });
  replies[path] = () => {
    throw new TypeError('Failed to fetch');
  };
  expect(await run('fetchLedger', '2036-11')).toEqual({ ok: false, why: 'no_answer' });
  const brokenStream = () => new ReadableStream({ pull: (part) => part.error(new TypeError('network error')) });
  replies[path] = () => new Response(brokenStream());
  expect(await run('fetchLedger', '2036-11')).toEqual({ ok: false, why: 'no_answer' });
});
