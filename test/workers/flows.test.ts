import { beforeEach, expect, test } from 'vitest';
import type { AccountAction } from '../../src/bridge/account-api.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { runAccountAction } from '../../workers/sync/registration.ts';
import { FLOW, makeBlock, makeFlow } from '../features/flow-maker.ts';
import { makeEntry } from '../features/entry-maker.ts';
import { jsonResponse, makePhone, refusalResponse } from '../helpers/fake-server.ts';

const BASE = '/api/user_flows/';
const KEY = '0198c000-0000-7000-8000-0000000000c2';
const url = 'https://pages.example/l/open-evening';
const stats = { views: 0, visitors: 0, leads: 0, days: [], sources: [], conversion: 0 };

let replies: Map<string, () => Response>;
let sent: { path: string; body: unknown; key: string | undefined }[];
let run: (action: AccountAction, ...args: unknown[]) => Promise<unknown>;
let db: PhoneDb;
let isOnline: boolean;

beforeEach(async () => {
  const { phone, ports } = await makePhone();
  db = phone.db;
  replies = new Map();
  sent = [];
  isOnline = true;
  ports.isOnline = () => isOnline;
  const fetchOthers = ports.fetch;
  ports.fetch = async (path, init) => {
    const reply = replies.get(String(path).replace(BASE, ''));
    if (!reply) return fetchOthers(path, init);
    const headers = new Headers(init.headers);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    sent.push({ path: String(path), body, key: headers.get('Idempotency-Key') ?? undefined });
    return reply();
  };
  run = (action, ...args) => runAccountAction(ports, phone, action, args as never);
  await db.flows.put(makeFlow());
  await db.landing_blocks.bulkPut([makeBlock(1, 'divider', { rev: 7 }), makeBlock(2, 'divider', { rev: 12 })]);
});

test('publishes the revision of a landing page that the device shows, and returns its link', async () => {
  replies.set(`${FLOW}/publish/`, () => jsonResponse({ ...makeFlow({ state: 'published' }), url, stats }));
  expect(await run('publishFlow', FLOW, KEY)).toEqual({ ok: true, url });
  expect(sent).toEqual([{ path: `${BASE}${FLOW}/publish/`, body: { seen_rev: 12 }, key: KEY }]);
});

test('does not publish a landing page while one of its changes cannot be sent', async () => {
  const stuckEntry = { entity: 'landing_blocks', entity_id: makeBlock(1, 'divider').id, state: 'conflict' } as const;
  await db.outbox.add(makeEntry(1, { ...stuckEntry, kind: 'landing_block.edit', args: { text: 'Hello' } }));
  expect(await run('publishFlow', FLOW, KEY)).toEqual({ ok: false, why: 'unsent' });
  expect(sent).toEqual([]);
});

test('does not publish a landing page while the deletion of one of its blocks cannot be sent', async () => {
  const { id, ...block } = makeBlock(1, 'divider', { rev: 7 });
  await db.landing_blocks.delete(id);
  await db.base.put({ entity: 'landing_blocks', id, row: { id, ...block } });
  const stuckEntry = { entity: 'landing_blocks', entity_id: id, state: 'parked' } as const;
  await db.outbox.add(makeEntry(1, { ...stuckEntry, kind: 'landing_block.delete' }));
  expect(await run('publishFlow', FLOW, KEY)).toEqual({ ok: false, why: 'unsent' });
  expect(sent).toEqual([]);
});

test('does not publish a landing page with a block that the server has refused', async () => {
  const entity_id = makeBlock(3, 'divider').id;
  const args = { flow_id: FLOW, type: 'divider', position: 'a3', hidden: false, at: '2026-05-03T10:00:00.000Z' };
  const add = { entity: 'landing_blocks', entity_id, kind: 'landing_block.add', args } as const;
  await db.outbox.add(makeEntry(1, { ...add, state: 'rejected' }));
  expect(await run('publishFlow', FLOW, KEY)).toEqual({ ok: false, why: 'unsent' });
});

test('publishes a landing page although a change of another record cannot be sent', async () => {
  await db.outbox.add(makeEntry(1, { state: 'rejected' }));
  replies.set(`${FLOW}/publish/`, () => jsonResponse({ ...makeFlow({ state: 'published' }), url, stats }));
  expect(await run('publishFlow', FLOW, KEY)).toEqual({ ok: true, url });
});

test('reports why a landing page was not published', async () => {
  replies.set(`${FLOW}/publish/`, () => refusalResponse(409, 'conflict'));
  expect(await run('publishFlow', FLOW, KEY)).toEqual({ ok: false, why: 'refused', code: 'conflict' });
  replies.set(`${FLOW}/publish/`, () => refusalResponse(422, 'landing_incomplete'));
  expect(await run('publishFlow', FLOW, KEY)).toEqual({ ok: false, why: 'refused', code: 'landing_incomplete' });
});

test('checks whether the address of a landing page is free, and reports why it is not', async () => {
  replies.set('landing_edit/check_unique_name/', () => jsonResponse({ matches: false, error: null }));
  expect(await run('checkFlowName', 'open-evening', null)).toEqual({ ok: true, is_taken: false, error: null });
  replies.set('landing_edit/check_unique_name/', () => jsonResponse({ matches: true, error: 'Taken' }));
  expect(await run('checkFlowName', 'open-evening', FLOW)).toEqual({ ok: true, is_taken: true, error: 'Taken' });
  expect(sent.map(({ body }) => body)).toEqual([
    { unique_name: 'open-evening' },
    { unique_name: 'open-evening', flow_id: FLOW },
  ]);
});

test('takes a landing page down, lists its versions and restores one of them', async () => {
  replies.set(`${FLOW}/unpublish/`, () => jsonResponse({ ...makeFlow(), url: null, stats }));
  expect(await run('unpublishFlow', FLOW)).toEqual({ ok: true });
  const version = { number: 3, title: 'Open evening', published_at: '2026-05-03T09:00:00.000Z', blocks: 2 };
  replies.set(`${FLOW}/versions/`, () => jsonResponse([version]));
  expect(await run('flowVersions', FLOW)).toEqual({ ok: true, versions: [version] });
  replies.set(`${FLOW}/versions/3/restore/`, () => jsonResponse({ elements: [], can_add_elements: true }));
  expect(await run('restoreFlowVersion', FLOW, 3)).toEqual({ ok: true });
  expect(sent).toHaveLength(3);
});

test('stores the base URL of landing pages without a trailing slash, or null without an origin', async () => {
  const configs = {
    name: 'Haversack',
    default_language: 'en',
    languages: ['en'],
    min_app: 1,
    currency: 'USD',
    telegram_bot: null,
    limits: { comment_length: 1, page_size: 1 },
  };
  replies.set('/api/configs/get_all_configs/', () =>
    jsonResponse({ ...configs, landing_url: 'https://pages.example/' }),
  );
  expect(await run('landingUrl')).toEqual({ ok: true, url: 'https://pages.example' });
  expect(await savedMeta(db, 'landing_url')).toBe('https://pages.example');
  replies.set('/api/configs/get_all_configs/', () => jsonResponse({ ...configs, landing_url: null }));
  expect(await run('landingUrl')).toEqual({ ok: true, url: null });
  expect(await savedMeta(db, 'landing_url')).toBeNull();
});
