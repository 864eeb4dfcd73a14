import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LandingBlock } from '../../contract/entities/landing-block.ts';
import { emptyProps } from '../../contract/landing/props.ts';
import { blockTypes, MAX_BLOCKS, type BlockType } from '../../contract/landing/values.ts';
import { cleanUp } from '../../server/jobs/clean-up.ts';
import { blockOf, FlowOps } from '../helpers/flows.ts';
import { fetchBlobStatus, openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let ops: FlowOps;
let lena: Person;
let tablet: Person;
let max: Person;
let flow_id: string;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new FlowOps(server);
  lena = await server.person({ subscribed_until: server.iso(365 * DAY_MS) });
  tablet = { ...lena, device_id: uuidv7() };
  max = await server.person();
  flow_id = (await ops.createFor(lena)).id;
});
afterAll(() => server.close());

const DAY_MS = 86_400_000;
const html = '<script>alert(1)</script><img src=x onerror="alert(2)">';
const target = { kind: 'url', value: 'https://example.org' };
const galleryItem = { image: { sha256: 'a'.repeat(64), mime: 'image/jpeg', width: 1, height: 1 }, alt: '' };
const question = { question: 'Why?', answer: '' };

/** Adds a block to a new page, so that pages of other tests do not reach their maximum number of blocks. */
const addToNewPage = async (fields: Record<string, unknown> = {}) =>
  ops.addFor(lena, (await ops.createFor(lena)).id, fields);

/** Props of each type of block in which every text looks like HTML. */
const htmlProps: Record<BlockType, Record<string, unknown>> = {
  hero: { title: html, subtitle: html, alt: html, label: '<b>Go</b>', target },
  heading: { text: html, level: 3 },
  text: { text: html },
  image: { alt: html, decorative: false },
  gallery: { images: [] },
  video: { url: 'https://vimeo.com/1', alt: html },
  button: { label: '<b>Go</b>', target },
  form: { label: '<b>Go</b>', consent: html, thanks: html, tag: '<b>tag</b>', fields: ['email'] },
  contacts: { address: html },
  faq: { questions: [{ question: html, answer: html }] },
  testimonial: { quote: html, author: html },
  list: { items: [html], icon: 'star' },
  countdown: { expired_text: html },
  card: { ref: null },
  divider: {},
};

describe('a block', () => {
  it.each(blockTypes)('a block of type %s has all props of its type, and stores HTML as plain text', async (type) => {
    const block = await addToNewPage({ type });
    expect(block).toMatchObject({ type, ...emptyProps[type] });
    const props = htmlProps[type];
    const filled = await ops.row<LandingBlock>(lena, ops.restore(flow_id, uuidv7(), { type, ...props }));
    expect(filled).toMatchObject(props);
    const { changes } = await server.changes(lena, { p1: filled.rev - 1 });
    expect(changes.find(({ id }) => id === filled.id)?.row).toEqual(filled);
    await server.send(lena, ops.step('landing_block.delete', filled.id));
  });

  it.each([
    ['an unknown type', { type: 'script' }, { type: 'invalid' }],
    ['a prop of another type', { type: 'divider', text: 'x' }, { text: 'unknown' }],
    ['a prop that no type has', { type: 'text', html: '<b>' }, { html: 'unknown' }],
    ['a heading of level 1', { type: 'heading', level: 1 }, { level: 'invalid' }],
    ['a text that is too long for its type', { type: 'heading', text: 'x'.repeat(121) }, { text: 'too_long' }],
    ['a text that is too long for any type', { type: 'text', text: 'x'.repeat(4001) }, { text: 'too_long' }],
    [
      'a link that runs a script',
      { type: 'button', target: { kind: 'url', value: 'javascript:alert(1)' } },
      { 'target.value': 'url_invalid' },
    ],
    [
      'a link with a user name in front of the host',
      { type: 'button', target: { kind: 'url', value: 'https://bank.example@evil.example/' } },
      { 'target.value': 'url_invalid' },
    ],
    ['a video of another site', { type: 'video', url: 'https://example.org/watch' }, { url: 'url_invalid' }],
    ['a form that asks for neither phone nor email', { type: 'form', fields: ['name'] }, { fields: 'phone_or_email' }],
    ['an invalid phone number', { type: 'contacts', phone: '12' }, { phone: 'phone_invalid' }],
    ['13 images', { type: 'gallery', images: Array.from({ length: 13 }, () => galleryItem) }, { images: 'too_long' }],
    ['21 questions', { type: 'faq', questions: Array.from({ length: 21 }, () => question) }, { questions: 'too_long' }],
    ['16 items', { type: 'list', items: Array.from({ length: 16 }, () => 'x') }, { items: 'too_long' }],
    ['an invalid position', { type: 'divider', position: '0' }, { position: 'invalid' }],
    [
      'a position of more than 100 characters',
      { type: 'divider', position: 'a'.repeat(101) },
      { position: 'too_long' },
    ],
  ])('refuses a block with %s', async (_, fields, codes) => {
    const result = await server.send(lena, ops.add(flow_id, fields));
    expect(result).toMatchObject({ status: 400, code: 'invalid', fields: codes });
  });

  it('checks an edit of a block by the type of the block', async () => {
    const { id } = await addToNewPage({ type: 'heading' });
    for (const [args, codes] of [
      [{ text: 'x'.repeat(121) }, { text: 'too_long' }],
      [{ quote: 'x' }, { quote: 'unknown' }],
    ] as const)
      expect(await server.send(lena, ops.editBlock(id, args))).toMatchObject({ status: 400, fields: codes });
    expect(await server.send(lena, ops.editBlock(id, { text: 'x'.repeat(120) }))).toMatchObject({ status: 200 });
  });

  it("responds identically for another person's block or page and for a missing one", async () => {
    const { id } = await addToNewPage();
    const missing = uuidv7();
    const writes = (block: string, flow: string) => [
      ops.editBlock(block, { text: 'Mine' }),
      ops.images(block, { image: null }),
      ops.move(block, 'a1'),
      ops.hide(block, true),
      ops.step('landing_block.delete', block),
      ops.add(flow),
      ops.restore(flow, block),
    ];
    const results = async (block: string, flow: string) =>
      (await server.push(max, writes(block, flow))).results.map(({ status, code, row }) => ({ status, code, row }));
    const refusals = await results(missing, missing);
    expect(await results(id, flow_id)).toEqual(refusals);
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['not_found']));
    const { body } = await server.snapshot(max, { group: 'p1', limit: 1000 });
    expect(body.rows.filter(({ c }) => c === 'landing_blocks')).toEqual([]);
  });

  it('a block cannot be added under the id of a block in another flow or of another person', async () => {
    const { id } = await addToNewPage();
    const own = await ops.createFor(max);
    const other = await ops.createFor(lena);
    for (const [person, flow] of [
      [max, own.id],
      [lena, other.id],
    ] as const)
      for (const op of [ops.add(flow, {}, id), ops.restore(flow, id)])
        expect(await server.send(person, op)).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('a block whose creation is repeated is added once', async () => {
    const add = ops.add(flow_id, { text: 'Once' });
    const { rev } = await server.send(lena, add);
    const again = await server.send(tablet, ops.add(flow_id, { text: 'Twice' }, add.id));
    expect(again).toMatchObject({ status: 200, rev, row: { text: 'Once' } });
  });
});

describe('edits of a page by two devices', () => {
  it('edits by two devices merge if they concern different blocks, or different props of a block', async () => {
    const flow = await ops.createFor(lena);
    const first = await ops.addFor(lena, flow.id, { type: 'hero', title: 'Old', subtitle: 'Old' });
    const second = await ops.addFor(lena, flow.id, { text: 'Old', position: 'a1' });
    const base = { base: { title: 'Old', subtitle: 'Old', position: 'a0' }, base_rev: first.rev };
    await server.send(lena, ops.editBlock(first.id, { title: 'Phone' }, base));
    await server.send(lena, ops.move(first.id, 'a5', base));
    await server.send(tablet, ops.editBlock(second.id, { text: 'Tablet' }));
    await server.send(tablet, ops.hide(first.id, true));
    const merged = await server.send(tablet, ops.editBlock(first.id, { subtitle: 'Tablet' }, base));
    expect(merged.row).toMatchObject({ title: 'Phone', subtitle: 'Tablet', position: 'a5', hidden: true });
  });

  it('edits of the same text by two devices conflict, while the last choice and the last order win', async () => {
    const block = await addToNewPage({ text: 'Old', level: 2 });
    const base = { base: { text: 'Old', level: 2, position: 'a0' }, base_rev: block.rev };
    await server.send(lena, ops.editBlock(block.id, { text: 'Phone', level: 3 }, base));
    await server.send(lena, ops.move(block.id, 'a7', base));
    const clash = await server.send(tablet, ops.editBlock(block.id, { text: 'Tablet' }, base));
    expect(clash).toMatchObject({ status: 409, code: 'conflict', row: { text: 'Phone' } });
    expect(clash.fields).toMatchObject({ text: { base: 'Old', mine: 'Tablet', theirs: 'Phone' } });
    const second = await server.send(tablet, ops.editBlock(block.id, { level: 2 }, base));
    expect(second).toMatchObject({ status: 200, row: { text: 'Phone', level: 2 } });
    expect(await server.send(tablet, ops.move(block.id, 'a3', base))).toMatchObject({ row: { position: 'a3' } });
  });

  it('rejects an edit of a block that another device deleted, and lets the user restore the block', async () => {
    const block = await addToNewPage({ text: 'Old' });
    await server.send(tablet, ops.step('landing_block.delete', block.id));
    const edit = await server.send(lena, ops.editBlock(block.id, { text: 'New' }));
    expect(edit).toMatchObject({ status: 410, code: 'record_deleted', fields: { row: { text: 'Old' } } });
    expect(await server.send(lena, ops.add(block.flow_id, {}, block.id))).toMatchObject({ code: 'record_deleted' });
    const restored = await server.send(lena, ops.restore(block.flow_id, block.id, { text: 'New', position: 'a9' }));
    expect(restored).toMatchObject({ status: 200, row: { text: 'New', position: 'a9' } });
    expect(blockOf(restored).rev).toBeGreaterThan(block.rev);
    const secondRestore = await server.send(tablet, ops.restore(block.flow_id, block.id, { text: 'Other' }));
    expect(secondRestore).toMatchObject({ status: 200, row: { text: 'New' } });
  });

  it('a block that two devices delete is deleted only once', async () => {
    const block = await addToNewPage();
    const { rev } = await server.send(lena, ops.step('landing_block.delete', block.id));
    expect(await server.send(tablet, ops.step('landing_block.delete', block.id))).toMatchObject({ status: 200, rev });
    const restore = ops.restore(block.flow_id, block.id, { type: 'divider' });
    expect(await server.send(lena, restore)).toMatchObject({ status: 400, fields: { type: 'read_only' } });
  });
});

describe('the number of blocks of a page', () => {
  it('a page has at most 30 blocks, hidden ones included, also when a block is restored', async () => {
    expect(MAX_BLOCKS).toBe(30);
    const flow = await ops.createFor(lena);
    const deleted = await ops.addFor(lena, flow.id, { type: 'divider' });
    await server.send(lena, ops.step('landing_block.delete', deleted.id));
    const adds = Array.from({ length: 29 }, () => ops.add(flow.id, { type: 'divider', hidden: true }));
    expect((await server.push(lena, adds)).results.every(({ status }) => status === 200)).toBe(true);
    const last = await ops.addFor(lena, flow.id, { type: 'divider' });
    const restore = () => server.send(lena, ops.restore(flow.id, deleted.id, { type: 'divider' }));
    expect(await server.send(lena, ops.add(flow.id))).toMatchObject({ status: 422, code: 'blocks_full' });
    expect(await restore()).toMatchObject({ status: 422, code: 'blocks_full' });
    await server.send(lena, ops.step('landing_block.delete', last.id));
    expect(await restore()).toMatchObject({ status: 200 });
  });
});

describe('the images of a block', () => {
  it('the images of a block are stored with the type and size of their files', async () => {
    const image = await ops.uploadFor(lena, 'one', 8, 6);
    const stored = { sha256: image.sha256, mime: 'image/jpeg', width: 8, height: 6 };
    const block = await addToNewPage({ type: 'image', image: { ...image, width: 1600 } });
    expect(block.image).toEqual(stored);
    const gallery = await addToNewPage({ type: 'gallery' });
    const images = [{ image: { ...image, height: 1 }, alt: 'A' }];
    const result = await server.send(lena, ops.images(gallery.id, { images }));
    expect(result).toMatchObject({ status: 200, row: { images: [{ image: stored, alt: 'A' }] } });
    expect(await server.send(lena, ops.images(block.id, { image: null }))).toMatchObject({ row: { image: null } });
  });

  it('refuses images of a block that the caller has not uploaded', async () => {
    const foreign = await ops.uploadFor(max, 'foreign');
    const block = await addToNewPage({ type: 'image' });
    for (const image of [foreign, { ...foreign, sha256: 'f'.repeat(64) }])
      for (const op of [ops.images(block.id, { image }), ops.add(flow_id, { type: 'image', image })])
        expect(await server.send(lena, op)).toMatchObject({ status: 424, code: 'blob_missing' });
  });

  it('refuses images in a block of a type without images', async () => {
    const image = await ops.uploadFor(lena, 'unwanted');
    const block = await addToNewPage();
    const set = await server.send(lena, ops.images(block.id, { image }));
    expect(set).toMatchObject({ status: 400, fields: { image: 'unknown' } });
  });

  it('the images of a block are kept as long as the flow exists, and only its owner gets them', async () => {
    const image = await ops.uploadFor(lena, 'kept');
    const flow = await ops.createFor(lena);
    const block = await ops.addFor(lena, flow.id, { type: 'image', image });
    await server.send(lena, ops.images(block.id, { image: null }));
    // The owner of the page may see the file even if another person uploaded it first.
    await server.deps.db.deleteFrom('blob_uploads').where('sha256', '=', image.sha256).execute();
    server.pass(8 * DAY_MS);
    await cleanUp(server.deps.db, server.deps.clock());
    expect(await fetchBlobStatus(server, lena, image.sha256)).toBe(200);
    expect(await fetchBlobStatus(server, max, image.sha256)).toBe(404);
    const { db, scope } = server.deps;
    const variant = { scope, sha256: image.sha256, width: 480, format: 'webp' as const, data: Buffer.from('x') };
    await db.insertInto('landing_image_variants').values(variant).execute();
    const variants = () =>
      db.selectFrom('landing_image_variants').select('width').where('sha256', '=', image.sha256).execute();
    await cleanUp(db, server.deps.clock());
    expect(await variants()).toHaveLength(1);
    await server.send(lena, ops.step('flow.delete', flow.id));
    await cleanUp(db, server.deps.clock());
    expect(await fetchBlobStatus(server, lena, image.sha256)).toBe(404);
    expect(await variants()).toEqual([]);
  });
});
