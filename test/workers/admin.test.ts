import { beforeEach, expect, test } from 'vitest';
import { adminKeys, type AuditLogQuery } from '../../src/lib/cached-pages.ts';
import { runAccountAction } from '../../workers/sync/registration.ts';
import { jsonResponse, makePhone, refusalResponse } from '../helpers/fake-server.ts';

const OLGA = '0198c000-0000-7000-8000-0000000000e1';
const KEY = '0198c000-0000-7000-8000-0000000000ee';
const AT = '2036-12-01T14:20:00.000Z';

interface SentRequest {
  method: string;
  url: string;
  body: unknown;
  key: string | null;
}

let reply: () => Response;
let sent: SentRequest[];
let phone: Awaited<ReturnType<typeof makePhone>>['phone'];
let run: (action: string, ...args: unknown[]) => Promise<unknown>;

beforeEach(async () => {
  const setup = await makePhone();
  phone = setup.phone;
  const { ports } = setup;
  sent = [];
  const fetchOthers = ports.fetch;
  ports.fetch = async (url, init) => {
    if (!String(url).startsWith('/api/v1/')) return fetchOthers(url, init);
    const headers = new Headers(init.headers);
    const body = init.body ? (JSON.parse(init.body as string) as unknown) : null;
    sent.push({ method: init.method ?? 'GET', url: String(url), body, key: headers.get('idempotency-key') });
    return reply();
  };
  run = (action, ...args) => runAccountAction(ports, phone, action as never, args as never);
});

const user = {
  ...{ id: OLGA, rev: 1, first_name: 'Olga', last_name: 'Sommer', email: null, phone: null, language: 'de' },
  ...{ country: null, is_staff: true, is_manager: false, is_superuser: false, is_active: true, is_blocked: false },
  ...{ has_password: false, created_at: AT, last_seen_at: null },
};
const counts = { employees: 1, managers: 0, superusers: 1, admins: 1, not_active: 0, blocked: 0 };
const envelope = { count: 1, next: null, previous: null, current: 2, results: [user], total_count: 9, counts };
const usersQuery = { page: 2, search: 'olga', ordering: 'name', role: 'employee', state: '' };
const auditQuery: AuditLogQuery = {
  action: 'blocked',
  actor_id: '',
  target_id: OLGA,
  from: '',
  until: '',
  order: 'action',
  cursor: 'abc',
};

test('requests 25 accounts per page, omits empty filters, and stores the page with its counts', async () => {
  reply = () => jsonResponse(envelope);
  expect(await run('fetchUsers', usersQuery)).toEqual({ ok: true });
  expect(sent.map(({ url }) => url)).toEqual([
    '/api/v1/users/?page=2&search=olga&ordering=name&role=employee&page_size=25',
  ]);
  const page = await phone.db.pages.get(adminKeys.users(usersQuery));
  expect(page).toMatchObject({ rows: [user], about: { count: 1, total_count: 9, next: null, counts } });
});

test('keeps the stored page of accounts if the server does not respond', async () => {
  reply = () => jsonResponse(envelope);
  await run('fetchUsers', usersQuery);
  reply = () => {
    throw new TypeError('Failed to fetch');
  };
  expect(await run('fetchUsers', usersQuery)).toMatchObject({ ok: false });
  expect((await phone.db.pages.get(adminKeys.users(usersQuery)))?.rows).toEqual([user]);
});

test('stores a fetched account, and replaces it after a change', async () => {
  reply = () => jsonResponse(user);
  expect(await run('fetchUser', OLGA)).toEqual({ ok: true });
  reply = () => jsonResponse({ ...user, rev: 2, is_manager: true, message: 'User successfully updated' });
  expect(await run('updateUser', OLGA, { is_manager: true })).toEqual({ ok: true });
  expect(sent.at(-1)).toMatchObject({ method: 'PUT', url: `/api/v1/users/${OLGA}`, body: { is_manager: true } });
  expect((await phone.db.pages.get(adminKeys.user(OLGA)))?.rows).toEqual([{ ...user, rev: 2, is_manager: true }]);
});

test('keeps the stored account if the server refuses a change', async () => {
  reply = () => jsonResponse(user);
  await run('fetchUser', OLGA);
  reply = () => refusalResponse(409, 'last_superuser');
  expect(await run('updateUser', OLGA, { is_superuser: false })).toMatchObject({ ok: false, code: 'last_superuser' });
  expect((await phone.db.pages.get(adminKeys.user(OLGA)))?.rows).toEqual([user]);
});

test('creates and stores an account with the idempotency key of the form, and reports a taken email', async () => {
  reply = () => jsonResponse({ ...user, is_invited: true, message: 'User successfully created' }, 201);
  expect(await run('createUser', { first_name: 'Olga' }, KEY)).toEqual({ ok: true, id: OLGA, is_invited: true });
  expect(sent).toEqual([{ method: 'POST', url: '/api/v1/users/', body: { first_name: 'Olga' }, key: KEY }]);
  expect((await phone.db.pages.get(adminKeys.user(OLGA)))?.rows).toEqual([user]);
  reply = () => refusalResponse(409, 'email_taken');
  expect(await run('createUser', { first_name: 'Olga' }, KEY)).toMatchObject({ ok: false, code: 'email_taken' });
});

test('stores a page of the audit log with the cursor of the next page, and reports a refusal', async () => {
  const line = { id: OLGA, at: AT, action: 'blocked', actor_id: null, actor_name: null, target_id: OLGA };
  const results = [{ ...line, target_name: 'Olga', ip: null, detail: { reason: 'Left' } }];
  reply = () => jsonResponse({ results, next: 'def' });
  expect(await run('fetchAuditLog', auditQuery)).toEqual({ ok: true });
  expect(sent.map(({ url }) => url)).toEqual([
    `/api/v1/audit_log/?action=blocked&target_id=${OLGA}&order=action&cursor=abc`,
  ]);
  expect(await phone.db.pages.get(adminKeys.audit(auditQuery))).toMatchObject({
    rows: results,
    about: { next: 'def' },
  });
  reply = () => refusalResponse(403, 'forbidden');
  expect(await run('fetchAuditLog', auditQuery)).toMatchObject({ ok: false, code: 'forbidden' });
});
