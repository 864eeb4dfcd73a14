import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Flow } from '../../contract/entities/flow.ts';
import { MAX_FLOWS, MAX_FLOWS_SUBSCRIBED, reservedNames } from '../../contract/landing/values.ts';
import { eraseRemoved } from '../../server/features/accounts/deletion.ts';
import { findPublishedPage } from '../../server/features/flows/published.ts';
import { FlowOps } from '../helpers/flows.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let ops: FlowOps;
let lena: Person;
let tablet: Person;
let max: Person;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new FlowOps(server);
  lena = await server.person({ subscribed_until: inThirtyDays() });
  tablet = { ...lena, device_id: uuidv7() };
  max = await server.person();
});
afterAll(() => server.close());

const DAY_MS = 86_400_000;
const inThirtyDays = () => new Date(server.now + 30 * DAY_MS).toISOString();

/** Creates flows of a person by inserting them into the database. */
async function addFlows({ id: owner_id }: Person, count: number): Promise<void> {
  const at = server.iso();
  const rows = Array.from({ length: count }, () => ({
    ...{ id: uuidv7(), owner_id, title: 'One of many', unique_name: null, taken_name: null, lang: 'en' as const },
    ...{ description: '', cover: null, state: 'archived' as const, version: null, published_at: null },
    ...{ scope: server.deps.scope, rev: 1, field_revs: '{}', created_at: at, updated_at: at },
    ...{ deleted_at: null, deleted_by: null },
  }));
  await server.deps.db.insertInto('flows').values(rows).execute();
}

const rowsOf = async (person: Person, entity: string) => {
  const { body } = await server.snapshot(person, { group: 'p1', limit: 1000 });
  return body.rows.filter(({ c }) => c === entity).map(({ id }) => id);
};

describe('a flow', () => {
  it('a flow is created as a draft with empty figures, and only its owner gets it', async () => {
    const flow = await ops.createFor(lena, { title: '  Spring ', unique_name: 'SPRING-26 ' });
    expect(flow).toMatchObject({ title: 'Spring', unique_name: 'spring-26', taken_name: null, state: 'draft' });
    expect(flow).toMatchObject({ owner_id: lena.id, cover: null, published: null, published_at: null });
    const { changes } = await server.changes(lena, { p1: 0 });
    expect(changes.find(({ c, id }) => c === 'flows' && id === flow.id)?.row).toEqual(flow);
    const stats = changes.find(({ c, id }) => c === 'flow_stats' && id === flow.id);
    expect(stats?.row).toEqual({ id: flow.id, rev: flow.rev, views: 0, visitors: 0, leads: 0, days: [], sources: [] });
    for (const other of [max, await server.manager(), await server.person({ is_superuser: true })])
      for (const entity of ['flows', 'flow_stats']) expect(await rowsOf(other, entity)).not.toContain(flow.id);
  });

  it('a flow is created once, and another person cannot take its id', async () => {
    const create = ops.create({ title: 'Once' });
    await server.send(lena, create);
    const again = await server.send(tablet, ops.create({ title: 'Twice' }, create.id));
    expect(again).toMatchObject({ status: 200, row: { title: 'Once' } });
    expect(await server.send(max, ops.create({}, create.id))).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('responds identically for a flow of another person and one that does not exist', async () => {
    const { id } = await ops.createFor(lena);
    const missing = uuidv7();
    const writes = (to: string) => [
      ops.edit(to, { title: 'Mine' }),
      ops.cover(to, null),
      ops.step('flow.archive', to),
      ops.step('flow.unarchive', to),
      ops.step('flow.delete', to),
      ops.add(to),
    ];
    const results = async (to: string) =>
      (await server.push(max, writes(to))).results.map(({ op_id: _, caused_by: _by, ...rest }) => rest);
    expect(await results(id)).toEqual(await results(missing));
    expect((await results(id))[0]).toMatchObject({ status: 404, code: 'not_found' });
  });

  it("merges two devices' edits of different fields of a flow, but not of the same field", async () => {
    const { id, rev } = await ops.createFor(lena, { title: 'Old', description: 'Old' });
    const base = { base: { title: 'Old', description: 'Old' }, base_rev: rev };
    await server.send(lena, ops.edit(id, { title: 'Phone' }, base));
    const merged = await server.send(tablet, ops.edit(id, { description: 'Tablet' }, base));
    expect(merged).toMatchObject({ status: 200, row: { title: 'Phone', description: 'Tablet' } });
    const clash = await server.send(tablet, ops.edit(id, { title: 'Tablet' }, base));
    expect(clash).toMatchObject({ status: 409, code: 'conflict', row: { title: 'Phone' } });
    expect(clash.fields).toMatchObject({ title: { base: 'Old', mine: 'Tablet', theirs: 'Phone' } });
  });

  it('an archived flow refuses edits and returns its current row, until it is taken out of the archive', async () => {
    const { id } = await ops.createFor(lena, { title: 'Kept' });
    const block = await ops.addFor(lena, id);
    expect(await ops.row<Flow>(lena, ops.step('flow.archive', id))).toMatchObject({ state: 'archived' });
    for (const edit of [ops.edit(id, { title: 'No' }), ops.cover(id, null)])
      expect(await server.send(lena, edit)).toMatchObject({ status: 409, code: 'flow_state', row: { title: 'Kept' } });
    for (const edit of [
      ops.editBlock(block.id, { text: 'No' }),
      ops.move(block.id, 'a1'),
      ops.hide(block.id, true),
      ops.step('landing_block.delete', block.id),
    ])
      expect(await server.send(lena, edit)).toMatchObject({ status: 409, code: 'flow_state', row: { id: block.id } });
    // No block was stored, so the refusal contains no row: otherwise, the row of the flow would replace the block on
    // the device.
    for (const addition of [ops.add(id), ops.restore(id, uuidv7())])
      expect(await server.send(lena, addition)).toMatchObject({ status: 409, code: 'flow_state', row: null });
    expect(await server.send(lena, ops.step('flow.archive', id))).toMatchObject({ status: 200 });
    expect(await ops.row<Flow>(lena, ops.step('flow.unarchive', id))).toMatchObject({ state: 'draft' });
    expect(await server.send(lena, ops.step('flow.unarchive', id))).toMatchObject({ status: 200 });
    expect(await server.send(lena, ops.edit(id, { title: 'Yes' }))).toMatchObject({ status: 200 });
  });

  it('a flow is deleted with its blocks and figures, and repeating the deletion changes nothing', async () => {
    const { id } = await ops.createFor(lena, { title: 'Short' });
    const block = await ops.addFor(lena, id);
    const removal = ops.step('flow.delete', id);
    const { rev } = await server.send(lena, removal);
    expect(await server.send(lena, ops.step('flow.delete', id))).toMatchObject({ status: 200, rev });
    const { changes } = await server.changes(lena, { p1: rev! - 1 });
    const deleted = changes.filter(({ op }) => op === 'del').map((change) => [change.c, change.id]);
    expect(deleted).toEqual(
      expect.arrayContaining([
        ['flows', id],
        ['landing_blocks', block.id],
        ['flow_stats', id],
      ]),
    );
    const edit = await server.send(lena, ops.edit(id, { title: 'Late' }));
    expect(edit).toMatchObject({ status: 410, code: 'record_deleted', fields: { row: { title: 'Short' } } });
    expect(await server.send(lena, ops.create({}, id))).toMatchObject({ status: 410, code: 'record_deleted' });
    // The flow cannot be restored, so its blocks count as missing.
    for (const late of [ops.editBlock(block.id, { text: 'Late' }), ops.restore(id, block.id), ops.add(id)])
      expect(await server.send(lena, late)).toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('the number of flows', () => {
  it.each([
    ['members', MAX_FLOWS, 20, false],
    ['subscribers', MAX_FLOWS_SUBSCRIBED, 100, true],
  ])('the number of flows is limited for %s, archived flows included', async (_, max_flows, limit, isSubscribed) => {
    expect(max_flows).toBe(limit);
    const person = await server.person(isSubscribed ? { subscribed_until: inThirtyDays() } : {});
    await addFlows(person, limit - 1);
    const last = await ops.createFor(person);
    expect(await server.send(person, ops.create())).toMatchObject({ status: 422, code: 'flows_full' });
    await server.send(person, ops.step('flow.delete', last.id));
    expect(await server.send(person, ops.create())).toMatchObject({ status: 200 });
  });
});

describe('the address of a page', () => {
  it('leaves out the address of a new flow if the address is taken, and refuses an edit to a taken address', async () => {
    await ops.createFor(lena, { unique_name: 'guitar' });
    const second = await ops.createFor(max, { unique_name: 'Guitar' });
    expect(second).toMatchObject({ unique_name: null, taken_name: 'guitar' });
    const clash = await server.send(max, ops.edit(second.id, { unique_name: 'GUITAR', title: 'Strings' }));
    expect(clash).toMatchObject({ status: 409, code: 'flow_name_taken', fields: { unique_name: 'flow_name_taken' } });
    expect(clash.row).toMatchObject({ title: 'Spring course', taken_name: 'guitar' });
    const free = await server.send(max, ops.edit(second.id, { unique_name: 'guitar-2' }));
    expect(free).toMatchObject({ status: 200, row: { unique_name: 'guitar-2', taken_name: null } });
    expect(await server.send(max, ops.edit(second.id, { unique_name: 'guitar-2' }))).toMatchObject({ rev: free.rev });
  });

  it('the address of a deleted flow can be used by another flow', async () => {
    const { db, scope } = server.deps;
    const flow = await ops.publishFor(lena, 'harp');
    expect(await findPublishedPage(db, scope, 'harp')).toMatchObject({ state: 'published', flow_id: flow.id });
    await server.send(lena, ops.step('flow.delete', flow.id));
    expect(await findPublishedPage(db, scope, 'harp')).toEqual({ state: 'gone' });
    const next = await ops.createFor(max, { unique_name: 'harp' });
    expect(next).toMatchObject({ unique_name: 'harp', taken_name: null });
    expect(await findPublishedPage(db, scope, 'harp')).toEqual({ state: 'gone' });
    await ops.addFor(max, next.id);
    await server.plain.call('flows.publish', { token: max.token, params: { id: next.id }, body: {} });
    expect(await findPublishedPage(db, scope, 'harp')).toMatchObject({ state: 'published', flow_id: next.id });
  });

  it.each([
    ['ab', 'name_invalid'],
    ['a'.repeat(41), 'name_invalid'],
    ['two words', 'name_invalid'],
    ['-spring', 'name_invalid'],
    ['spring-', 'name_invalid'],
    ['späti', 'name_invalid'],
    ['a/b', 'name_invalid'],
    ['ADMIN', 'name_reserved'],
    ['sitemap', 'name_reserved'],
  ])('the address of a page cannot be %s', async (unique_name, code) => {
    const { id } = await ops.createFor(lena);
    for (const op of [ops.create({ unique_name }), ops.edit(id, { unique_name })])
      expect(await server.send(lena, op)).toMatchObject({
        status: 400,
        code: 'invalid',
        fields: { unique_name: code },
      });
  });

  it('the address of a page can have 3 to 40 characters', async () => {
    for (const unique_name of ['abc', 'a'.repeat(40)])
      expect(await ops.createFor(lena, { unique_name })).toMatchObject({ unique_name });
  });

  it('the address of a page cannot be a path that the second origin serves itself', () => {
    expect(reservedNames).toEqual(expect.arrayContaining(['api', 'robots', 'sitemap', 'favicon', 'image', 'form']));
  });
});

describe('the texts of a flow', () => {
  it.each([
    ['title', 80, 'empty'],
    ['description', 300, null],
  ] as const)('limits the %s of a flow to %i characters', async (field, length, emptyCode) => {
    const { id } = await ops.createFor(lena);
    expect(await server.send(lena, ops.edit(id, { [field]: 'x'.repeat(length) }))).toMatchObject({ status: 200 });
    const long = await server.send(lena, ops.edit(id, { [field]: 'x'.repeat(length + 1) }));
    expect(long).toMatchObject({ status: 400, fields: { [field]: 'too_long' } });
    const empty = await server.send(lena, ops.edit(id, { [field]: ' ' }));
    if (emptyCode) expect(empty).toMatchObject({ status: 400, fields: { [field]: emptyCode } });
    else expect(empty).toMatchObject({ status: 200 });
  });

  it('the texts of a flow are stored as plain text, even if they look like HTML', async () => {
    const html = '<img src=x onerror=alert(1)>';
    expect(await ops.createFor(lena, { title: html, description: html })).toMatchObject({
      title: html,
      description: html,
    });
  });
});

describe('the cover of a flow', () => {
  it('the cover of a flow is stored with the type and size of the file, whatever the device says', async () => {
    const { id } = await ops.createFor(lena);
    const cover = await ops.uploadFor(lena, 'cover', 8, 6);
    const wrongCover = { ...cover, mime: 'image/webp', width: 1600, height: 1600 };
    const stored = { sha256: cover.sha256, mime: 'image/jpeg', width: 8, height: 6 };
    expect(await server.send(lena, ops.cover(id, wrongCover))).toMatchObject({ status: 200, row: { cover: stored } });
    expect(await server.send(lena, ops.cover(id, null))).toMatchObject({ status: 200, row: { cover: null } });
  });

  it('refuses a cover that the caller has not uploaded', async () => {
    const { id } = await ops.createFor(lena);
    const othersCover = await ops.uploadFor(max, 'foreign cover');
    for (const cover of [othersCover, { ...othersCover, sha256: 'f'.repeat(64) }])
      expect(await server.send(lena, ops.cover(id, cover))).toMatchObject({ status: 424, code: 'blob_missing' });
  });
});

describe('the erasure of an account', () => {
  it('the erasure of an account deletes its flows, blocks, versions and figures completely', async () => {
    const { db, scope } = server.deps;
    const person = await server.person();
    const flow = await ops.publishFor(person, 'flute');
    await db
      .insertInto('landing_days')
      .values({ scope, flow_id: flow.id, day: '2026-03-01', source: 'mail', views: 3, visitors: 2, leads: 1 })
      .execute();
    await db.updateTable('users').set({ deleted_at: server.iso() }).where('id', '=', person.id).execute();
    expect(await findPublishedPage(db, scope, 'flute')).toEqual({ state: 'gone' });
    await eraseRemoved(server.deps, person.id);
    const stored = await db.selectFrom('flows').selectAll().where('id', '=', flow.id).executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ title: '', description: '', unique_name: null, former_name: null, cover: null });
    const blocks = await db.selectFrom('landing_blocks').selectAll().where('flow_id', '=', flow.id).execute();
    expect(blocks.map(({ props, deleted_at }) => [props, deleted_at === null])).toEqual([[{}, false]]);
    for (const table of ['landing_versions', 'landing_files', 'landing_days'] as const)
      expect(await db.selectFrom(table).selectAll().where('flow_id', '=', flow.id).execute()).toEqual([]);
    const stats = await db.selectFrom('flow_stats').selectAll().where('id', '=', flow.id).executeTakeFirstOrThrow();
    expect(stats).toMatchObject({ views: 0, deleted_at: expect.any(String) });
    expect(await findPublishedPage(db, scope, 'flute')).toBeNull();
  });
});
