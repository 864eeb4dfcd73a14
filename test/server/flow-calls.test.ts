import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '../../contract/api-calls/index.ts';
import type { Flow } from '../../contract/entities/flow.ts';
import type { LandingBlock } from '../../contract/entities/landing-block.ts';
import { makePng } from '../helpers/images.ts';
import { multipartBody, type Part } from '../helpers/multipart.ts';
import { codesIn, openTestServer, type TestReply, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let anna: TestUser;
let max: TestUser;

beforeAll(async () => {
  server = await openTestServer({ app: { landing_url: () => 'https://pages.example/' } });
  anna = await server.user({ language: 'de' });
  max = await server.user();
});
afterAll(() => server.close());

type Params = Record<string, string>;
type Body = Record<string, unknown>;

const call = (name: CallName, params: Params = {}, body?: unknown, user = anna, headers: Params = {}) =>
  server.call(name, { token: user.token, params, headers, ...(body !== undefined && { body }) });
const form = (name: CallName, params: Params, parts: readonly Part[]) => {
  const { payload, headers } = multipartBody(parts);
  return server.call(name, { token: anna.token, params, body: payload, headers });
};
const part = (name: string, value: string): Part => ({ name, value });
const image = (name: string, note: string, width = 9, height = 7): Part => ({
  name,
  file: makePng(note, width, height),
  type: 'image/png',
});

const idOf = ({ body }: TestReply) => String(body['id']);
const flow = async (body: Body = {}) => idOf(await call('flows.add', {}, { title: 'Spring', ...body }));
const element = async (flowId: string, body: Body = { type: 'heading', text: 'Join us' }) =>
  (await call('flows.add_element', { flowId }, body)).body as unknown as LandingBlock;

describe('the calls of flows', () => {
  it('adds a flow in the language of the account, and lists it with its address and figures', async () => {
    const added = await call('flows.add', {}, { title: 'Strings', unique_name: 'strings' });
    expect(added.status).toBe(201);
    expect(added.headers['etag']).toBe(`"r${String(added.body['rev'])}"`);
    const view = { title: 'Strings', unique_name: 'strings', lang: 'de', url: 'https://pages.example/l/strings' };
    const stats = { views: 0, visitors: 0, leads: 0, days: [], sources: [], conversion: 0 };
    expect(added.body).toMatchObject({ ...view, state: 'draft', stats });
    const { body } = await call('flows.list');
    const { message: _, ...row } = added.body;
    expect((body as unknown as Flow[])[0]).toEqual(row);
    expect((await call('flows.list', {}, undefined, max)).body).toEqual([]);
    const etag = String((await call('flows.list')).headers['etag']);
    expect((await call('flows.list', {}, undefined, anna, { 'if-none-match': etag })).status).toBe(304);
  });

  it('the conversion of a flow is the number of leads per visitor', async () => {
    const id = await flow();
    const figures = { views: 9, visitors: 8, leads: 2 };
    await server.db.updateTable('flow_stats').set(figures).where('id', '=', id).execute();
    const { body } = await call('flows.change', { id }, { title: 'Visited' });
    expect(body['stats']).toMatchObject({ ...figures, conversion: 0.25 });
  });

  it('adds and changes a flow with a cover in a multipart form, and measures the cover', async () => {
    const cover = { mime: 'image/jpeg', width: 9, height: 7 };
    const added = await form('flows.add', {}, [part('title', 'With cover'), image('cover', 'first')]);
    expect(added).toMatchObject({ status: 201, body: { title: 'With cover', cover } });
    const params = { id: idOf(added) };
    const large = { create: { width: 2000, height: 500, channels: 3, background: '#c85014' } } as const;
    const file = { name: 'cover', file: await sharp(large).png().toBuffer(), type: 'image/png' };
    const changed = await form('flows.change', params, [part('title', 'New'), file]);
    expect(changed.body).toMatchObject({ title: 'New', cover: { width: 1600, height: 400 } });
    const echoReply = await call('flows.change', params, { ...changed.body, description: 'Echoed' });
    expect(echoReply).toMatchObject({ status: 200, body: { description: 'Echoed', cover: changed.body['cover'] } });
    const other = await call('flows.change', params, { cover: added.body['cover'] });
    expect([other.status, codesIn(other.body)]).toEqual([400, { cover: 'read_only' }]);
    expect((await call('flows.change', params, { cover: null })).body['cover']).toBeNull();
  });

  it('refuses a cover with too many pixels, and an element image that is not an image', async () => {
    const params = { id: await flow() };
    const largeImage = await form('flows.change', params, [image('cover', 'bomb', 5000, 5000)]);
    expect([largeImage.status, codesIn(largeImage.body)]).toEqual([413, { cover: 'too_large' }]);
    const file = { name: 'image', file: Buffer.from('<svg onload="alert(1)"/>'), type: 'image/png' };
    const block = await form('flows.add_element', { flowId: params.id }, [part('type', 'image'), file]);
    expect([block.status, codesIn(block.body)]).toEqual([422, { image: 'not_an_image' }]);
  });

  it('applies the other changes of a call before it archives the flow, or after it restores the flow', async () => {
    const params = { id: await flow() };
    const archived = await call('flows.change', params, { title: 'Last', state: 'archived' });
    expect(archived.body).toMatchObject({ title: 'Last', state: 'archived' });
    expect(await call('flows.change', params, { title: 'No' })).toMatchObject({
      status: 409,
      body: { code: 'flow_state' },
    });
    const restored = await call('flows.change', params, { title: 'Again', state: 'draft' });
    expect(restored.body).toMatchObject({ title: 'Again', state: 'draft' });
  });

  it('refuses an empty change of a flow, and changes based on a stale version', async () => {
    const added = await call('flows.add', {}, { title: 'Spring' });
    const params = { id: idOf(added) };
    const empty = await call('flows.change', params, {});
    expect([empty.status, codesIn(empty.body)]).toEqual([400, { body: 'empty' }]);
    const stale = { 'if-match': '"r1"' };
    for (const reply of [
      await call('flows.change', params, { title: 'x' }, anna, stale),
      await call('flows.delete', params, undefined, anna, stale),
    ])
      expect(reply).toMatchObject({ status: 412, body: { code: 'version_mismatch' } });
    const current = { 'if-match': String(added.headers['etag']) };
    expect((await call('flows.delete', params, undefined, anna, current)).status).toBe(200);
    expect(await call('flows.change', params, { title: 'x' })).toMatchObject({
      status: 410,
      body: { code: 'record_deleted' },
    });
  });

  it('the calls of flows respond identically for a flow of another person and a missing one', async () => {
    const own = await flow();
    const { id: elementId } = await element(own);
    const replies = async (id: string, block: string) => [
      await call('flows.change', { id }, { title: 'Mine' }, max),
      await call('flows.delete', { id }, undefined, max),
      await call('flows.landing', { id }, undefined, max),
      await call('flows.add_element', { flowId: id }, { type: 'divider' }, max),
      await call('flows.change_element', { flowId: id, elementId: block }, { text: 'Mine' }, max),
      await call('flows.delete_element', { flowId: id, elementId: block }, undefined, max),
    ];
    const plain = ({ status, body }: TestReply) => [status, body['code'], body['message']];
    const missing = (await replies(uuidv7(), uuidv7())).map(plain);
    expect((await replies(own, elementId)).map(plain)).toEqual(missing);
    expect(new Set(missing.map(([status]) => status))).toEqual(new Set([404]));
  });
});

describe('the calls of elements', () => {
  it('adds elements at the end or at a given position of a flow', async () => {
    const id = await flow();
    const first = await element(id);
    const second = await element(id, { type: 'divider' });
    const before = await element(id, { type: 'divider', position: 'Zz' });
    const beyondEnd = await element(id, { type: 'divider', position: 'zzzzzzzz' });
    const last = await element(id, { type: 'divider' });
    const { body } = await call('flows.landing', { id });
    const ids = (body['elements'] as unknown as LandingBlock[]).map((block) => block.id);
    expect(ids).toEqual([before, first, second, beyondEnd, last].map((block) => block.id));
    expect(body['can_add_elements']).toBe(true);
    const longest = await element(id, { type: 'divider', position: 'z'.repeat(100) });
    const full = await call('flows.add_element', { flowId: id }, { type: 'divider' });
    expect([longest.position.length, full.status, codesIn(full.body)]).toEqual([100, 400, { position: 'too_long' }]);
  });

  it('reports that no element can be added to a full or archived page, and refuses to add one to a full page', async () => {
    const id = await flow();
    for (let count = 1; count < 30; count += 1) await element(id, { type: 'divider' });
    expect((await call('flows.landing', { id })).body['can_add_elements']).toBe(true);
    await element(id, { type: 'divider' });
    expect((await call('flows.landing', { id })).body['can_add_elements']).toBe(false);
    const full = await call('flows.add_element', { flowId: id }, { type: 'divider' });
    expect(full).toMatchObject({ status: 422, body: { code: 'blocks_full' } });
    const archived = await flow();
    await call('flows.change', { id: archived }, { state: 'archived' });
    expect((await call('flows.landing', { id: archived })).body['can_add_elements']).toBe(false);
  });

  it('adds and changes an element with an image in a multipart form', async () => {
    const flowId = await flow();
    const parts = [part('type', 'hero'), part('title', 'Come'), part('target', '{"kind":"form","value":""}')];
    const added = await form('flows.add_element', { flowId }, [...parts, image('image', 'hero')]);
    const stored = { mime: 'image/jpeg', width: 9, height: 7 };
    expect(added).toMatchObject({ status: 201, body: { title: 'Come', image: stored } });
    const params = { flowId, elementId: idOf(added) };
    const changed = await form('flows.change_element', params, [image('image', 'other', 4, 3), part('hidden', 'true')]);
    expect(changed.body).toMatchObject({ title: 'Come', hidden: true, image: { width: 4, height: 3 } });
    const echoReply = await call('flows.change_element', params, { ...changed.body, title: 'Echoed' });
    expect(echoReply).toMatchObject({ status: 200, body: { title: 'Echoed', image: changed.body['image'] } });
    const foreign = await call('flows.change_element', params, { flow_id: uuidv7(), title: 'x' });
    expect([foreign.status, codesIn(foreign.body)]).toEqual([400, { flow_id: 'read_only' }]);
    const other = await call('flows.change_element', params, { image: added.body['image'] });
    expect([other.status, codesIn(other.body)]).toEqual([400, { image: 'read_only' }]);
    expect((await call('flows.change_element', params, { image: null })).body['image']).toBeNull();
    const divider = await form('flows.add_element', { flowId }, [part('type', 'divider'), image('image', 'no')]);
    expect([divider.status, codesIn(divider.body)]).toEqual([400, { image: 'unknown' }]);
  });

  it('does not find an element under another flow', async () => {
    const { id: elementId } = await element(await flow());
    const params = { flowId: await flow(), elementId };
    for (const reply of [
      await call('flows.change_element', params, { text: 'x' }),
      await call('flows.delete_element', params),
    ])
      expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('deletes an element, and refuses an empty change and a deletion based on a stale version', async () => {
    const flowId = await flow();
    const block = await element(flowId);
    const params = { flowId, elementId: block.id };
    const empty = await call('flows.change_element', params, {});
    expect([empty.status, codesIn(empty.body)]).toEqual([400, { body: 'empty' }]);
    const stale = await call('flows.delete_element', params, undefined, anna, { 'if-match': '"r1"' });
    expect(stale).toMatchObject({ status: 412, body: { code: 'version_mismatch' } });
    expect((await call('flows.delete_element', params)).status).toBe(200);
    expect((await call('flows.landing', { id: flowId })).body['elements']).toEqual([]);
  });
});

describe('the address check', () => {
  const check = async (unique_name: string, more: Body = {}, user = anna) =>
    (await call('flows.check_unique_name', {}, { unique_name, ...more }, user)).body;

  it('the address check gives its reason in the language of the account', async () => {
    const id = await flow({ unique_name: 'violin' });
    expect(await check('Violin ')).toEqual({ matches: true, error: 'Diese Adresse ist bereits vergeben' });
    expect(await check('violin', {}, max)).toEqual({ matches: true, error: 'This address is already taken' });
    expect(await check('violin', { flow_id: id })).toEqual({ matches: false, error: null });
    expect(await check('viola')).toEqual({ matches: false, error: null });
    expect(await check('two words', {}, max)).toMatchObject({
      matches: true,
      error: 'Use 3 to 40 characters: a to z, digits and hyphens',
    });
    expect(await check('', {}, max)).toMatchObject({ matches: true, error: expect.stringContaining('3 to 40') });
    expect(await check('ADMIN', {}, max)).toMatchObject({ matches: true, error: expect.stringContaining('reserved') });
  });
});

it('the figures of a flow are those of the last 30 days, by day, with the most frequent sources of these days', async () => {
  const flow_id = await flow();
  const day = (ago: number) => new Date(server.clock.now().getTime() - ago * 86_400_000).toISOString().slice(0, 10);
  const line = { scope: server.scope, flow_id, visitors: 1, leads: 0 };
  const rows = [
    { ...line, day: day(30), source: 'old', views: 100 },
    { ...line, day: day(29), source: '', views: 1 },
    { ...line, day: day(0), source: '', views: 2 },
    { ...line, day: day(0), source: 'mail', views: 3, leads: 1 },
  ];
  await server.db.insertInto('landing_days').values(rows).execute();
  const { body } = await call('flows.list');
  const listed = (body as unknown as { id: string; stats: object }[]).find(({ id }) => id === flow_id);
  expect(listed?.stats).toMatchObject({
    days: [
      { day: day(29), views: 1, visitors: 1, leads: 0 },
      { day: day(0), views: 5, visitors: 2, leads: 1 },
    ],
    sources: [
      { source: '', views: 3 },
      { source: 'mail', views: 3 },
    ],
  });
});
