import { createHash } from 'node:crypto';
import type { ContactEditArgs, Contact } from '../../contract/entities/contact.ts';
import type { Args } from '../../contract/writes/index.ts';
import type { DraftFile } from '../../src/db/outbox/outbox.ts';
import type { Chance } from './rng.ts';
import type { SimTab } from './sim-tab.ts';
import type { World } from './world.ts';
import type { SaveWrite } from './write-steps.ts';
import { blankContact } from '../helpers/blank-contact.ts';

/** The smallest PNG. Trailing bytes make each photo unique. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Returns a unique photo. */
export function makePhoto(chance: Chance): DraftFile {
  // Some pictures are so large that they need more than one chunk.
  const trailingBytes = Buffer.alloc(chance.happens(0.1) ? 140_000 : 16);
  trailingBytes.writeUInt32LE(chance.below(2 ** 31), 0);
  const bytes = Buffer.concat([PNG, trailingBytes]);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  return { sha256, mime: 'image/png', data };
}

function change(chance: Chance): ContactEditArgs {
  const number = chance.below(1000);
  const edits: ContactEditArgs[] = [
    { notes: `note ${number}` },
    { address: `Street ${number}` },
    { city: `City ${number}` },
    { first_name: `Ivan ${number}` },
    { status: chance.pick(['contacted', 'interested', 'invited']) },
    { phones: [{ number: `+4915100${100 + number}`, label: '' }] },
  ];
  return chance.happens(0.3) ? { ...chance.pick(edits), ...chance.pick(edits) } : chance.pick(edits);
}

async function logCall(world: World, tab: SimTab, write: SaveWrite, contact: Contact): Promise<void> {
  const { store } = tab.phone;
  await write('interaction.log', store.newId(), {
    contact_id: contact.id,
    user_id: null,
    phone_raw: null,
    task_id: null,
    kind: 'call',
    direction: 'out',
    at: new Date(store.now()).toISOString(),
    duration_s: world.chance.below(600),
    result: 'reached',
    note: `talk ${world.chance.below(1e6)}`,
    follow_up_at: null,
  });
}

async function interactionStep(world: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { store, db, actor } = tab.phone;
  const own = (await db.interactions.toArray()).filter((row) => row.author_id === actor.user_id);
  if (own.length === 0) return;
  const { id } = world.chance.pick(own);
  if (world.chance.happens(0.7)) await write('interaction.edit', id, { note: `more ${world.chance.below(1e6)}` });
  else await write('interaction.delete', id, { at: new Date(store.now()).toISOString() });
}

async function categoryStep(world: World, tab: SimTab, write: SaveWrite, contacts: Contact[]): Promise<void> {
  const { chance } = world;
  const { store, db, actor } = tab.phone;
  const at = new Date(store.now()).toISOString();
  const own = (await db.contact_categories.toArray()).filter((row) => row.owner_id === actor.user_id);
  const what = own.length === 0 ? 'create' : chance.pickWeighted({ create: 1, rename: 2, remove: 1, file: 3 });
  if (what === 'create')
    await write('contact_category.create', store.newId(), {
      name: `C${chance.below(1e6)}`,
      color: 'teal',
      position: 0,
      at,
    });
  if (what === 'rename') await write('contact_category.edit', chance.pick(own).id, { name: `R${chance.below(1e6)}` });
  if (what === 'remove') await write('contact_category.delete', chance.pick(own).id, { at });
  if (what === 'file' && contacts.length > 0)
    await write('contact.edit', chance.pick(contacts).id, { category_id: chance.pick(own).id });
}

async function handoverStep(world: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { store, db, actor } = tab.phone;
  const offers = (await db.handovers.toArray()).filter((row) => row.to_id === actor.user_id && row.state === 'offered');
  const offer = offers[0];
  const at = new Date(store.now()).toISOString();
  if (offer) await write(world.chance.happens(0.5) ? 'handover.take' : 'handover.decline', offer.id, { at });
}

/**
 * Merges two contacts of the same owner, or undoes a merge. The fields are not changed, so that their last edits can be
 * checked.
 */
async function mergeStep(world: World, tab: SimTab, write: SaveWrite, contacts: Contact[]): Promise<void> {
  const { chance } = world;
  const at = new Date(tab.phone.store.now()).toISOString();
  const merged = contacts.find(({ merged_ids = [] }) => merged_ids.length > 0);
  if (merged && chance.happens(0.3)) {
    const source_id = merged.merged_ids![0]!;
    await write('contact.unmerge', merged.id, { source_id, merged_ids: [], fields: {}, at });
    return;
  }
  const kept = chance.pick(contacts);
  const others = contacts.filter(({ id, owner_id }) => id !== kept.id && owner_id === kept.owner_id);
  if (others.length === 0) return;
  const other = chance.pick(others);
  const names = Object.keys(blankContact).concat('first_name') as (keyof typeof blankContact | 'first_name')[];
  const source = Object.fromEntries(names.map((name) => [name, other[name]])) as Args<'contact.merge'>['source'];
  const { id: source_id, merged_ids = [] } = other;
  await write('contact.merge', kept.id, { source_id, merged_ids, fields: {}, base: {}, source, at });
}

async function newContact(world: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { store } = tab.phone;
  const id = store.newId();
  const at = new Date(store.now()).toISOString();
  const create = await write('contact.create', id, {
    ...blankContact,
    first_name: `New ${world.chance.below(1e6)}`,
    at,
  });
  if (create === null || tab.dead || !world.chance.happens(0.4)) return;
  await setPhoto(world, tab, write, id, create);
}

async function setPhoto(world: World, tab: SimTab, write: SaveWrite, id: string, dep?: string): Promise<void> {
  const file = makePhoto(world.chance);
  const args = {
    photo: { sha256: file.sha256, mime: 'image/png' as const, bytes: file.data.byteLength },
    at: new Date(tab.phone.store.now()).toISOString(),
  };
  await write('contact.photo', id, args, { files: [file], ...(dep && { deps: [dep] }) });
}

/**
 * Runs a random step on contacts. No write may be lost or applied twice, and none may overwrite another person's value
 * without a conflict.
 */
export async function contactStep(world: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { chance } = world;
  const { store, db } = tab.phone;
  const contacts = await db.contacts.orderBy('id').toArray();
  const what = chance.pickWeighted({
    create: 2,
    edit: 8,
    photo: 1,
    remove: 0.5,
    log: 3,
    interaction: 1,
    category: 1.5,
    handover: 1,
    merge: 0.5,
  });
  if (what === 'create' || contacts.length === 0) return newContact(world, tab, write);
  if (what === 'interaction') return interactionStep(world, tab, write);
  if (what === 'category') return categoryStep(world, tab, write, contacts);
  if (what === 'handover') return handoverStep(world, tab, write);
  if (what === 'merge') return mergeStep(world, tab, write, contacts);
  // Pick from the same few contacts each time, so that several people edit the same contact.
  const contact = chance.pick(contacts.slice(0, 3));
  if (what === 'log') return logCall(world, tab, write, contact);
  if (what === 'photo') return setPhoto(world, tab, write, contact.id);
  if (what === 'remove') await write('contact.delete', contact.id, { at: new Date(store.now()).toISOString() });
  else await write('contact.edit', contact.id, change(chance));
  return undefined;
}
