import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Flow } from '../../contract/entities/flow.ts';
import type { LandingBlock } from '../../contract/entities/landing-block.ts';
import { MAX_VERSIONS } from '../../contract/landing/values.ts';
import { findPublishedPage } from '../../server/features/flows/published.ts';
import { FlowOps } from '../helpers/flows.ts';
import { codesIn } from '../helpers/server.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let ops: FlowOps;
let lena: Person;
let max: Person;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new FlowOps(server);
  lena = await server.person({
    subscribed_until: '2027-01-01T00:00:00.000Z',
    first_name: 'Lena',
    promo_code: 'LENA-7',
  });
  max = await server.person();
});
afterAll(() => server.close());

const page = (name: string) => findPublishedPage(server.deps.db, server.deps.scope, name);
const call = (name: 'publish' | 'unpublish' | 'versions' | 'landing', id: string, body?: object, who = lena) =>
  server.plain.call(`flows.${name}`, { token: who.token, params: { id }, ...(body && { body }) });
const publish = (id: string, body: object = {}, who = lena) => call('publish', id, body, who);
const restore = (id: string, number: number, who = lena) =>
  server.plain.call('flows.restore_version', { token: who.token, params: { id, number: String(number) } });

let pages = 0;
const newName = () => {
  pages += 1;
  return `page-${pages}`;
};

/** Creates a flow with an address and one heading. */
async function draft(fields: Record<string, unknown> = {}): Promise<{ flow: Flow; heading: LandingBlock }> {
  const flow = await ops.createFor(lena, { unique_name: newName(), ...fields });
  return { flow, heading: await ops.addFor(lena, flow.id) };
}

const jobs = async (flow_id: string) => {
  const rows = await server.deps.db.selectFrom('jobs').select('payload').where('kind', '=', 'landing_images').execute();
  return rows.map(({ payload }) => payload).filter((payload) => Reflect.get(payload as object, 'flow_id') === flow_id);
};

describe('publishing a page', () => {
  it('publishing stores a self-contained version and sends its blocks to the devices', async () => {
    const { flow, heading } = await draft({ title: 'Spring', description: 'Come', lang: 'de' });
    const hidden = await ops.addFor(lena, flow.id, { text: 'Not yet', hidden: true });
    const second = await ops.addFor(lena, flow.id, { text: 'First of all', position: 'Zz' });
    const { status, body } = await publish(flow.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'published', published_at: server.iso(), published: [second, heading] });
    const { changes } = await server.changes(lena, { p1: heading.rev });
    expect(changes.find(({ c, id }) => c === 'flows' && id === flow.id)?.row).toMatchObject({
      published: [second, heading],
    });
    const found = await page(flow.unique_name!);
    expect(found).toEqual({
      state: 'published',
      flow_id: flow.id,
      owner_id: lena.id,
      owner: { first_name: 'Lena', promo_code: 'LENA-7' },
      version: {
        ...{ number: 1, title: 'Spring', lang: 'de', description: 'Come', cover: null },
        ...{ blocks: [second, heading], cards: [], published_at: server.iso() },
      },
    });
    expect(JSON.stringify(found)).not.toContain(hidden.id);
  });

  it('later edits of the draft do not change a published page until it is published again', async () => {
    const { flow, heading } = await draft();
    await publish(flow.id);
    const before = await page(flow.unique_name!);
    await server.send(lena, ops.editBlock(heading.id, { text: 'Draft' }));
    await server.send(lena, ops.edit(flow.id, { title: 'Draft', description: 'Draft' }));
    await server.send(lena, ops.step('landing_block.delete', (await ops.addFor(lena, flow.id)).id));
    expect(await page(flow.unique_name!)).toEqual(before);
    await publish(flow.id);
    expect(await page(flow.unique_name!)).toMatchObject({
      version: { number: 2, title: 'Draft', blocks: [{ text: 'Draft' }] },
    });
  });

  it('a refused publication names everything that is missing, but nothing that is merely recommended', async () => {
    const flow = await ops.createFor(lena);
    const hero = await ops.addFor(lena, flow.id, { type: 'hero', title: 'Come' });
    const text = await ops.addFor(lena, flow.id, { type: 'text' });
    const form = await ops.addFor(lena, flow.id, { type: 'form' });
    await ops.addFor(lena, flow.id, { type: 'text', hidden: true });
    const { status, body } = await publish(flow.id);
    expect([status, body['code']]).toEqual([422, 'landing_incomplete']);
    expect(codesIn(body)).toEqual({
      unique_name: 'required',
      [`${text.id}.text`]: 'required',
      [`${form.id}.consent`]: 'required',
    });
    expect(JSON.stringify(codesIn(body))).not.toContain(hero.id);
  });

  it('publishing requires at least one visible block', async () => {
    const flow = await ops.createFor(lena, { unique_name: newName() });
    expect(codesIn((await publish(flow.id)).body)).toEqual({ blocks: 'required' });
    const block = await ops.addFor(lena, flow.id, { hidden: true });
    expect(codesIn((await publish(flow.id)).body)).toEqual({ blocks: 'required' });
    await server.send(lena, ops.hide(block.id, false));
    expect((await publish(flow.id)).status).toBe(200);
  });

  it('publishing is refused if the draft has changed since the client saw it', async () => {
    const { flow, heading } = await draft();
    const other = await ops.addFor(lena, flow.id, { type: 'divider' });
    const late = await publish(flow.id, { seen_rev: other.rev - 1 });
    expect([late.status, late.body['code'], late.body['row']]).toMatchObject([409, 'conflict', { id: flow.id }]);
    expect((await publish(flow.id, { seen_rev: other.rev })).status).toBe(200);
    await server.send(lena, ops.editBlock(heading.id, { text: 'Newer' }));
    expect((await publish(flow.id, { seen_rev: other.rev })).status).toBe(409);
  });

  it('publishing queues the scaled variants of the images, and is refused if an image is not stored', async () => {
    const image = await ops.uploadFor(lena, 'published', 8, 6);
    const { flow } = await draft();
    expect((await publish(flow.id)).status).toBe(200);
    expect(await jobs(flow.id)).toEqual([]);
    await ops.addFor(lena, flow.id, { type: 'image', image, decorative: true });
    await server.send(lena, ops.cover(flow.id, image));
    const { db } = server.deps;
    expect((await publish(flow.id)).status).toBe(200);
    expect(await jobs(flow.id)).toEqual([{ flow_id: flow.id, number: 2 }]);
    await db.deleteFrom('blobs').where('sha256', '=', image.sha256).execute();
    const missing = await publish(flow.id);
    expect([missing.status, missing.body['code']]).toEqual([424, 'blob_missing']);
  });

  it("publishing an archived flow is refused, and another person's flow is treated as missing", async () => {
    const { flow } = await draft();
    for (const name of ['publish', 'unpublish', 'versions', 'landing'] as const) {
      const body = name === 'publish' ? {} : undefined;
      const replies = [await call(name, flow.id, body, max), await call(name, uuidv7(), body, max)];
      for (const reply of replies) expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect((await restore(flow.id, 1, max)).status).toBe(404);
    await server.send(lena, ops.step('flow.archive', flow.id));
    for (const reply of [await publish(flow.id), await call('unpublish', flow.id), await restore(flow.id, 1)])
      expect(reply).toMatchObject({ status: 409, body: { code: 'flow_state' } });
  });
});

describe('a published page', () => {
  it('a page is not found while its flow is a draft, nor after it was taken down', async () => {
    const { flow } = await draft();
    expect(await page(flow.unique_name!)).toBeNull();
    expect(await page('never-existed')).toBeNull();
    await publish(flow.id);
    const { body } = await call('unpublish', flow.id);
    expect(body).toMatchObject({ state: 'draft', published: null, published_at: null });
    expect(await page(flow.unique_name!)).toBeNull();
    expect((await call('unpublish', flow.id)).body['rev']).toBe(body['rev']);
  });

  it('a published page is gone while its flow is archived, and a draft afterwards', async () => {
    const { flow } = await draft();
    await server.send(lena, ops.step('flow.archive', flow.id));
    expect(await page(flow.unique_name!)).toBeNull();
    await server.send(lena, ops.step('flow.unarchive', flow.id));
    await publish(flow.id);
    expect(await ops.row(lena, ops.step('flow.archive', flow.id))).toMatchObject({ published: null });
    expect(await page(flow.unique_name!)).toEqual({ state: 'gone' });
    await server.send(lena, ops.step('flow.unarchive', flow.id));
    expect(await page(flow.unique_name!)).toBeNull();
  });

  it.each([
    ['blocked', { is_blocked: true }],
    ['inactive', { is_active: false }],
    ['removed', { deleted_at: '2026-03-02T08:00:00.000Z' }],
  ])('a published page is gone while its owner is %s', async (_, state) => {
    const owner = await server.person();
    const flow = await ops.publishFor(owner, newName());
    const { db } = server.deps;
    await db.updateTable('users').set(state).where('id', '=', owner.id).execute();
    expect(await page(flow.unique_name!)).toEqual({ state: 'gone' });
  });

  it('a published page of another scope is not found', async () => {
    const flow = await ops.publishFor(lena, newName());
    expect(await findPublishedPage(server.deps.db, 'other', flow.unique_name!)).toBeNull();
  });

  it('serves a published page only at its new address after the address was changed', async () => {
    const flow = await ops.publishFor(lena, newName());
    const next = newName();
    await server.send(lena, ops.edit(flow.id, { unique_name: next }));
    expect(await page(flow.unique_name!)).toBeNull();
    expect(await page(next)).toMatchObject({ state: 'published', flow_id: flow.id });
  });
});

describe('the versions of a page', () => {
  it('the versions of a page are listed from the newest one, and the last 20 are kept', async () => {
    expect(MAX_VERSIONS).toBe(20);
    const { flow } = await draft();
    for (let number = 1; number <= MAX_VERSIONS + 1; number += 1) await publish(flow.id);
    const { body } = await call('versions', flow.id);
    const versions = body as unknown as { number: number; title: string; blocks: number }[];
    expect(versions.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => 21 - index));
    expect(versions[0]).toEqual({ number: 21, title: 'Spring course', published_at: server.iso(), blocks: 1 });
    expect(await page(flow.unique_name!)).toMatchObject({ version: { number: 21 } });
    expect((await restore(flow.id, 1)).status).toBe(404);
    expect((await restore(flow.id, 2)).status).toBe(200);
  });

  it('restoring a version replaces the blocks of the draft, also on the devices', async () => {
    const { flow, heading } = await draft();
    const removed = await ops.addFor(lena, flow.id, { text: 'Comes back', position: 'a1' });
    const kept = await ops.addFor(lena, flow.id, { type: 'divider', position: 'a2' });
    await publish(flow.id);
    await server.send(lena, ops.editBlock(heading.id, { text: 'Changed' }));
    await server.send(lena, ops.step('landing_block.delete', removed.id));
    const added = await ops.addFor(lena, flow.id, { text: 'New' });
    const { body } = await restore(flow.id, 1);
    const elements = body['elements'] as unknown as LandingBlock[];
    expect(elements.map(({ id }) => id)).toEqual([heading.id, removed.id, kept.id]);
    expect(elements.map(({ text }) => text)).toEqual(['Join us', 'Comes back', undefined]);
    expect(body['can_add_elements']).toBe(true);
    const { changes } = await server.changes(lena, { p1: added.rev });
    const seen = changes.map(({ op, id }) => `${op} ${id}`);
    expect(new Set(seen)).toEqual(new Set([`put ${heading.id}`, `put ${removed.id}`, `del ${added.id}`]));
    expect(await page(flow.unique_name!)).toMatchObject({ version: { number: 1 } });
  });

  it('an edit made offline conflicts with a version that was restored in the meantime', async () => {
    const { flow, heading } = await draft();
    await publish(flow.id);
    const changed = await ops.row<LandingBlock>(lena, ops.editBlock(heading.id, { text: 'Changed' }));
    const base = { base: { text: 'Changed', level: 2 }, base_rev: changed.rev };
    await restore(flow.id, 1);
    const clash = await server.send(lena, ops.editBlock(heading.id, { text: 'Offline' }, base));
    expect(clash).toMatchObject({ status: 409, code: 'conflict', fields: { text: { theirs: 'Join us' } } });
    expect(await server.send(lena, ops.editBlock(heading.id, { level: 3 }, base))).toMatchObject({ status: 200 });
  });

  it('a version is restored even if the tombstones of its blocks have been cleaned up', async () => {
    const { flow, heading } = await draft();
    await publish(flow.id);
    await server.deps.db.deleteFrom('landing_blocks').where('id', '=', heading.id).execute();
    const { body } = await restore(flow.id, 1);
    expect(body['elements']).toMatchObject([{ id: heading.id, text: 'Join us' }]);
  });
});
