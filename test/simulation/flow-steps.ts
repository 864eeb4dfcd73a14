import { generateKeyBetween } from 'fractional-indexing';
import type { LandingBlock } from '../../contract/entities/landing-block.ts';
import type { AnyProps } from '../../contract/landing/props.ts';
import { emptyProps } from '../../contract/landing/props.ts';
import { MAX_BLOCKS } from '../../contract/landing/values.ts';
import type { Args } from '../../contract/writes/index.ts';
import { entriesOf } from '../../src/db/outbox/view.ts';
import { makePhoto } from './contact-steps.ts';
import { deviceTime, type SimTab } from './sim-tab.ts';
import type { World } from './world.ts';
import type { SaveWrite } from './write-steps.ts';

// There are only a few flows and addresses, so that devices edit the same pages and use the same addresses.
const MAX_OWN_FLOWS = 3;
const names = ['spring', 'summer', 'autumn'];

/**
 * Returns the last unsent write that creates a flow or block. Later writes to the flow or block depend on this write.
 */
async function depsOf(tab: SimTab, entity: 'flows' | 'landing_blocks', id: string): Promise<string[]> {
  const entries = await entriesOf(tab.phone.db, entity, id);
  const creation = entries.findLast(({ kind }) => /^(?:flow\.create|landing_block\.(?:add|restore))$/.test(kind));
  return creation ? [creation.op_id] : [];
}

async function createFlow(world: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { chance } = world;
  const unique_name = chance.happens(0.5) ? chance.pick(names) : null;
  const fields = { title: `Flow ${chance.below(1e6)}`, unique_name, lang: 'en' as const, description: '' };
  await write('flow.create', tab.phone.store.newId(), { ...fields, at: deviceTime(tab) });
}

function newProps({ chance }: World, type: 'heading' | 'list' | 'image' | 'button'): AnyProps {
  const number = chance.below(1e6);
  if (type === 'heading') return { ...emptyProps.heading, text: `Heading ${number}` };
  if (type === 'list') return { ...emptyProps.list, items: [`Item ${number}`] };
  if (type === 'button') return { ...emptyProps.button, label: `Go ${number}` };
  return { ...emptyProps.image, alt: `Picture ${number}` };
}

async function addBlock(world: World, tab: SimTab, write: SaveWrite, flow_id: string, blocks: LandingBlock[]) {
  const type = world.chance.pick(['heading', 'heading', 'list', 'image', 'button'] as const);
  const position = generateKeyBetween(blocks.at(-1)?.position ?? null, null);
  const args = { flow_id, type, position, hidden: false, ...newProps(world, type), at: deviceTime(tab) };
  await write('landing_block.add', tab.phone.store.newId(), args, { deps: await depsOf(tab, 'flows', flow_id) });
}

function textPatch({ chance }: World, { type }: LandingBlock): Args<'landing_block.edit'> {
  const number = chance.below(1000);
  if (type === 'heading') return chance.happens(0.7) ? { text: `Text ${number}` } : { level: chance.pick([2, 3]) };
  if (type === 'list')
    return chance.happens(0.7) ? { items: [`Item ${number}`] } : { icon: chance.pick(['star', 'dot']) };
  if (type === 'button') return { label: `Label ${number}` };
  return chance.happens(0.8) ? { alt: `Alt ${number}` } : { decorative: chance.happens(0.5) };
}

/** Returns a new image. The server encodes it again, and stores the size and type of its own encoding. */
function newImage(world: World) {
  const file = makePhoto(world.chance);
  return { file, image: { sha256: file.sha256, mime: 'image/png' as const, width: 1, height: 1 } };
}

async function setImage(world: World, tab: SimTab, write: SaveWrite, block: LandingBlock): Promise<void> {
  const { file, image } = newImage(world);
  await write(
    'landing_block.images',
    block.id,
    { image },
    { files: [file], deps: await depsOf(tab, 'landing_blocks', block.id) },
  );
}

/** Deletes a block, which the person may then restore immediately. */
async function deleteBlock(world: World, tab: SimTab, write: SaveWrite, block: LandingBlock): Promise<void> {
  await write('landing_block.delete', block.id, { at: deviceTime(tab) });
  if (tab.dead || !world.chance.happens(0.5)) return;
  const { id, rev: _, created_at: _created, updated_at: _updated, ...fields } = block;
  await write('landing_block.restore', id, { ...fields, at: deviceTime(tab) });
}

async function moveBlock(world: World, write: SaveWrite, blocks: LandingBlock[], block: LandingBlock): Promise<void> {
  const others = blocks.filter(({ id }) => id !== block.id);
  const index = world.chance.below(others.length + 1);
  const [before, after] = [others[index - 1]?.position ?? null, others[index]?.position ?? null];
  // Two devices may have added blocks at the same position, so that no position is between them.
  if (before !== null && before === after) return;
  await write('landing_block.move', block.id, { position: generateKeyBetween(before, after) });
}

async function blockStep(world: World, tab: SimTab, write: SaveWrite, flow_id: string): Promise<void> {
  const { chance } = world;
  const all = await tab.phone.db.landing_blocks.where('flow_id').equals(flow_id).toArray();
  const byPosition = (a: LandingBlock, b: LandingBlock) =>
    a.position === b.position ? (a.id < b.id ? -1 : 1) : a.position < b.position ? -1 : 1;
  const blocks = all.toSorted(byPosition);
  const what = chance.pickWeighted({
    add: blocks.length < MAX_BLOCKS ? 3 : 0,
    edit: 6,
    move: 2,
    hide: 1,
    image: 1,
    delete: 1,
  });
  if (what === 'add' || blocks.length === 0) return addBlock(world, tab, write, flow_id, blocks);
  // Pick from the same few blocks each time, so that several devices edit the same block.
  const block = chance.pick(blocks.slice(0, 3));
  if (what === 'edit') await write('landing_block.edit', block.id, textPatch(world, block));
  if (what === 'hide') await write('landing_block.hide', block.id, { hidden: chance.happens(0.5) });
  if (what === 'move') return moveBlock(world, write, blocks, block);
  if (what === 'image' && block.type === 'image') return setImage(world, tab, write, block);
  if (what === 'delete') return deleteBlock(world, tab, write, block);
  return undefined;
}

/** Runs a random step on the person's own flows and the blocks of their pages. */
export async function flowStep(world: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { chance } = world;
  const flows = await tab.phone.db.flows.orderBy('id').toArray();
  const what = chance.pickWeighted({
    block: 14,
    create: 2,
    edit: 3,
    cover: 0.5,
    archive: 0.5,
    unarchive: 1,
    delete: 0.3,
  });
  if (flows.length === 0 || (what === 'create' && flows.length < MAX_OWN_FLOWS)) return createFlow(world, tab, write);
  const { id } = chance.pick(flows);
  if (what === 'edit') {
    const unique_name = chance.pick(names);
    await write('flow.edit', id, chance.happens(0.7) ? { title: `Title ${chance.below(1000)}` } : { unique_name });
  }
  if (what === 'cover') {
    const { file, image: cover } = newImage(world);
    await write(
      'flow.cover',
      id,
      { cover, at: deviceTime(tab) },
      { files: [file], deps: await depsOf(tab, 'flows', id) },
    );
  }
  if (what === 'archive') await write('flow.archive', id, { at: deviceTime(tab) });
  if (what === 'unarchive') await write('flow.unarchive', id, { at: deviceTime(tab) });
  if (what === 'delete') await write('flow.delete', id, { at: deviceTime(tab) });
  if (what === 'block') return blockStep(world, tab, write, id);
  return undefined;
}
