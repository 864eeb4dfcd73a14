import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/db/schema/store.ts';
import { createFlow, deleteFlow, duplicateFlow, editFlow, setCover } from '../../src/features/flows/actions.ts';
import { applyEdits } from '../../src/features/flows/editor/actions.ts';
import { savedBlocks } from '../../src/db/queries/flows.ts';
import { blockId, FLOW, makeBlock, makeFlow } from './flow-maker.ts';
import { makeDevice } from './task-maker.ts';

const queue = (store: Store) => store.db.outbox.orderBy('seq').toArray();
const kinds = async (store: Store) => (await queue(store)).map(({ kind }) => kind);
const page = { id: FLOW, title: 'Open evening' };
const fields = { title: 'Open evening', unique_name: 'open-evening', lang: 'en' as const, description: '' };
const image = { sha256: 'a'.repeat(64), mime: 'image/jpeg' as const, width: 4, height: 3 };
const photo = { sha256: image.sha256, mime: image.mime, data: new ArrayBuffer(8) };

describe('the writes of flows and blocks', () => {
  it('creates a flow and the blocks of its starting page in one atomic group, in page order', async () => {
    const { store } = makeDevice('2026-05-03T10:00:00.000Z');
    await createFlow(store, FLOW, fields, [{ type: 'hero', title: 'Welcome' }, { type: 'divider' }]);
    const [create, ...adds] = await queue(store);
    expect(await kinds(store)).toEqual(['flow.create', 'landing_block.add', 'landing_block.add']);
    expect(create?.atomic_group).not.toBeNull();
    expect(new Set([create, ...adds].map((entry) => entry?.atomic_group)).size).toBe(1);
    for (const add of adds) expect(add.deps).toEqual([create?.op_id]);
    expect((await savedBlocks(store.db, FLOW)).map(({ type }) => type)).toEqual(['hero', 'divider']);
  });

  it('editing a flow or block queues one write for each changed field', async () => {
    const { store } = makeDevice('2026-05-03T10:00:00.000Z');
    await store.db.flows.put(makeFlow());
    await store.db.landing_blocks.put(makeBlock(1, 'hero'));
    const after = { title: 'Hello', subtitle: 'World' };
    await applyEdits(store, page, [{ kind: 'props', id: blockId(1), before: { title: '', subtitle: '' }, after }]);
    expect(await editFlow(store, makeFlow(), { ...fields, title: 'Spring', description: 'Soon' })).not.toBeNull();
    expect(await editFlow(store, makeFlow(), fields)).toBeNull();
    expect((await queue(store)).map(({ args }) => args)).toEqual([
      { title: 'Hello' },
      { subtitle: 'World' },
      { title: 'Spring' },
      { description: 'Soon' },
    ]);
  });

  it('sends the images of a new block after the block, and only the images that were set last', async () => {
    const { store } = makeDevice('2026-05-03T10:00:00.000Z');
    const block = makeBlock(1, 'image');
    await applyEdits(store, page, [{ kind: 'add', id: block.id, block }]);
    const set = { kind: 'images' as const, id: block.id, before: { image: null }, after: { image } };
    await applyEdits(store, page, [set], [photo]);
    await applyEdits(store, page, [set], [photo]);
    const [add, images, ...others] = await queue(store);
    expect([images?.kind, others]).toEqual(['landing_block.images', []]);
    expect([images?.deps, images?.blobs]).toEqual([[add?.op_id], [image.sha256]]);
    // Deleting a block also deletes its unsent images.
    await applyEdits(store, page, [{ kind: 'delete', id: block.id, block }]);
    expect(await kinds(store)).toEqual(['landing_block.add', 'landing_block.delete']);
  });

  it('sends the deletion of a flow after the unsent changes of its page', async () => {
    const { store } = makeDevice('2026-05-03T10:00:00.000Z');
    await store.db.flows.put(makeFlow());
    await store.db.landing_blocks.put(makeBlock(1, 'divider'));
    await setCover(store, makeFlow(), { photo, width: 4, height: 3 });
    await setCover(store, makeFlow(), { photo, width: 4, height: 3 });
    expect(await kinds(store)).toEqual(['flow.cover']);
    await applyEdits(store, page, [{ kind: 'hide', id: blockId(1), before: false, after: true }]);
    await deleteFlow(store, makeFlow());
    const [, hide, deletion] = await queue(store);
    expect([deletion?.kind, deletion?.deps]).toEqual(['flow.delete', [hide?.op_id]]);
  });

  it('copies a flow with its blocks, but without its address', async () => {
    const { store } = makeDevice('2026-05-03T10:00:00.000Z');
    await store.db.flows.put(makeFlow());
    await store.db.landing_blocks.bulkPut([makeBlock(1, 'hero', { title: 'Welcome' }), makeBlock(2, 'divider')]);
    const id = await duplicateFlow(store, makeFlow(), 'Open evening (copy)');
    expect(await store.db.flows.get(id)).toMatchObject({ title: 'Open evening (copy)', unique_name: null });
    const [first, second] = await savedBlocks(store.db, id);
    expect([first?.title, second?.type]).toEqual(['Welcome', 'divider']);
    expect([blockId(1), blockId(2)]).not.toContain(first?.id);
  });
});
