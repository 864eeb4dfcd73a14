import { beforeEach, expect, test } from 'vitest';
import { statisticsKeys, type RecordsQuery } from '../../src/lib/cached-pages.ts';
import { runAccountAction } from '../../workers/sync/registration.ts';
import { jsonResponse, makePhone, refusalResponse } from '../helpers/fake-server.ts';

const AT = '2036-12-01T14:20:00.000Z';
const EMPLOYEE = '0198c000-0000-7000-8000-0000000000c1';
const STAFF_URL = '/api/accounts/dashboard/staff_statistics/?limit=250';
const OTHER_EMPLOYEE = '0198c000-0000-7000-8000-0000000000c2';

let replies: Record<string, () => Response>;
let sent: { url: string; body: unknown }[];
let phone: Awaited<ReturnType<typeof makePhone>>['phone'];
let run: (action: 'fetchStatistics' | 'fetchRecords', ...args: unknown[]) => Promise<unknown>;

const period = {
  available_periods: ['today'],
  ...{ current_period: 'today', from: AT, to: AT, time_zone: 'UTC' },
};
const hidden = { available: false };
const figuresOfEmployee = {
  ...{ completed_tasks: hidden, time_spent: hidden, donations_sum: hidden, new_subscriptions: hidden },
  ...{ new_registrations: hidden, tasks_of_new_registrations: hidden },
};
const figures = {
  ...{ ...period, previous: { from: AT, to: AT }, step: 'hour', steps: [AT], previous_steps: [AT] },
  ...figuresOfEmployee,
};
const table = { ...period, rows: [] };

beforeEach(async () => {
  const setup = await makePhone();
  phone = setup.phone;
  const { ports } = setup;
  sent = [];
  replies = {
    '/api/accounts/dashboard/statistics/': () => jsonResponse(figures),
    '/api/accounts/dashboard/statistics_by_countries/': () => jsonResponse(table),
    [STAFF_URL]: () => jsonResponse(table),
  };
  const fetchOthers = ports.fetch;
  ports.fetch = async (url, init) => {
    const reply = replies[String(url)];
    if (!reply) return fetchOthers(url, init);
    sent.push({ url: String(url), body: init.body ? JSON.parse(init.body as string) : null });
    return reply();
  };
  run = (action, ...args) => runAccountAction(ports, phone, action, args as never);
});

test('stores the three statistics tables of a period together', async () => {
  expect(await run('fetchStatistics', 'today')).toEqual({ ok: true });
  expect(sent.map(({ body }) => body)).toEqual([{ period: 'today' }, { period: 'today' }, { period: 'today' }]);
  expect((await phone.db.pages.get(statisticsKeys.period('today')))?.rows).toEqual([figures, table, table]);
});

test('fetches the statistics of all employees page by page, and stores them as one table', async () => {
  const row = (user_id: string) => ({ ...{ user_id, name: 'Olga' }, ...figuresOfEmployee });
  const pages = [
    { ...table, rows: [row(EMPLOYEE)], next: EMPLOYEE },
    { ...table, rows: [row(OTHER_EMPLOYEE)] },
  ];
  replies[STAFF_URL] = () => jsonResponse(pages[0]);
  replies[`${STAFF_URL}&after=${EMPLOYEE}`] = () => jsonResponse(pages[1]);
  expect(await run('fetchStatistics', 'today')).toEqual({ ok: true });
  expect(sent.slice(2)).toEqual([
    { url: STAFF_URL, body: { period: 'today' } },
    { url: `${STAFF_URL}&after=${EMPLOYEE}`, body: { period: 'today' } },
  ]);
  const stored = (await phone.db.pages.get(statisticsKeys.period('today')))?.rows;
  expect(stored).toEqual([figures, table, { ...table, rows: [row(EMPLOYEE), row(OTHER_EMPLOYEE)] }]);
});

test('keeps the stored statistics of a period if the second page of employees cannot be fetched', async () => {
  await run('fetchStatistics', 'today');
  const before = await phone.db.pages.get(statisticsKeys.period('today'));
  replies[STAFF_URL] = () => jsonResponse({ ...table, next: EMPLOYEE });
  replies[`${STAFF_URL}&after=${EMPLOYEE}`] = () => refusalResponse(403, 'forbidden');
  expect(await run('fetchStatistics', 'today')).toMatchObject({ ok: false });
  expect(await phone.db.pages.get(statisticsKeys.period('today'))).toEqual(before);
});

test('stops fetching the statistics of employees if a page does not come after the last one', async () => {
  replies[STAFF_URL] = () => jsonResponse({ ...table, next: OTHER_EMPLOYEE });
  for (const next of [OTHER_EMPLOYEE, EMPLOYEE]) {
    replies[`${STAFF_URL}&after=${OTHER_EMPLOYEE}`] = () => jsonResponse({ ...table, next });
    expect(await run('fetchStatistics', 'today')).toEqual({ ok: false, why: 'no_answer' });
  }
  expect(await phone.db.pages.get(statisticsKeys.period('today'))).toBeUndefined();
});

test('stores the statistics of a team and a country separately from the statistics of everyone', async () => {
  const filter = { team: EMPLOYEE, country: 'none' };
  expect(await run('fetchStatistics', 'today', filter)).toEqual({ ok: true });
  expect(sent[0]?.body).toEqual({ period: 'today', team: EMPLOYEE, country: null });
  expect((await phone.db.pages.get(statisticsKeys.period('today', filter)))?.rows).toEqual([figures, table, table]);
  expect(await phone.db.pages.get(statisticsKeys.period('today'))).toBeUndefined();
});

test('keeps the stored statistics of a period if one of the three new tables cannot be fetched', async () => {
  await run('fetchStatistics', 'today');
  const before = await phone.db.pages.get(statisticsKeys.period('today'));
  replies[STAFF_URL] = () => refusalResponse(403, 'forbidden');
  expect(await run('fetchStatistics', 'today')).toMatchObject({ ok: false });
  expect(await phone.db.pages.get(statisticsKeys.period('today'))).toEqual(before);
});

test('requests the records behind a figure for everyone, or for one employee or country', async () => {
  const record = {
    ...{ id: EMPLOYEE, type: 'task', title: 'Call', person_id: null, employee_id: EMPLOYEE, employee_name: 'Olga' },
    ...{ country: null, at: AT, value: 1 },
  };
  const envelope = { count: 1, next: null, previous: null, current: 1, results: [record], total_count: 1 };
  replies['/api/accounts/dashboard/statistics/records/?page=1&page_size=50'] = () => jsonResponse(envelope);
  const query: RecordsQuery = { figure: 'completed_tasks', period: 'week', employee: '', country: '', page: 1 };
  for (const filter of [{}, { employee: EMPLOYEE }, { employee: 'none' }, { country: 'AT' }, { country: 'none' }])
    expect(await run('fetchRecords', { ...query, ...filter })).toEqual({ ok: true });
  const commonFields = { figure: 'completed_tasks', period: 'week' };
  expect(sent.map(({ body }) => body)).toEqual([
    commonFields,
    { ...commonFields, user_id: EMPLOYEE },
    { ...commonFields, user_id: null },
    { ...commonFields, country: 'AT' },
    { ...commonFields, country: null },
  ]);
  expect((await phone.db.pages.get(statisticsKeys.records(query)))?.rows).toEqual([record]);
});
