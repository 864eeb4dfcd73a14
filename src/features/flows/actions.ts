import type { Flow } from '../../../contract/entities/flow.ts';
import type { LandingBlock } from '../../../contract/entities/landing-block.ts';
import type { AnyProps, LandingImage } from '../../../contract/landing/props.ts';
import type { Args } from '../../../contract/writes/index.ts';
import type { SizedPhoto } from '../../components/media/prepare-photo.ts';
import { savedBlocks, savedBlockWrites } from '../../db/queries/flows.ts';
import { isUndoable, isUnsent } from '../../db/outbox/entry.ts';
import { entriesOf } from '../../db/outbox/view.ts';
import type { Draft } from '../../db/outbox/outbox.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';
import { firstPositions } from './editor/positions.ts';
import { deleteHistory } from './editor/history.ts';
import { propNames, propsOf } from './publish/changes.ts';

/** A block of a page template: its type and props. */
export type TemplateBlock = { [T in LandingBlock['type']]: { type: T } & AnyProps }[LandingBlock['type']];

export type FlowFields = Pick<Args<'flow.create'>, 'title' | 'unique_name' | 'lang' | 'description'>;

/** Returns the op ids of the unsent writes that create the flow. All other writes to the flow must depend on them. */
export async function depsOfFlow(db: PhoneDb, flow_id: string): Promise<string[]> {
  const entries = await entriesOf(db, 'flows', flow_id);
  return entries.filter(({ kind }) => kind === 'flow.create').map(({ op_id }) => op_id);
}

/** Returns the fields of a new block that has the content of `block`. */
export const newBlockFields = (block: LandingBlock): Omit<Args<'landing_block.add'>, 'at'> => ({
  flow_id: block.flow_id,
  type: block.type,
  position: block.position,
  hidden: block.hidden,
  ...propsOf(block, propNames(block.type)),
});

/** Creates a flow together with its first blocks. Returns the op id of the first write. */
export async function createFlow(
  store: Store,
  id: string,
  fields: FlowFields,
  blocks: readonly TemplateBlock[],
): Promise<string> {
  const at = iso(store.now());
  const atomic_group = store.newId();
  const positions = firstPositions(blocks.length);
  const flowDraft: Draft<'flow.create'> = { kind: 'flow.create', id, args: { ...fields, at }, title: fields.title };
  const blockDrafts = blocks.map((block, index): Draft<'landing_block.add'> => ({
    kind: 'landing_block.add',
    id: store.newId(),
    args: { ...block, flow_id: id, position: positions[index]!, hidden: false, at },
    title: fields.title,
    deps: ['#0'],
  }));
  const drafts = [flowDraft, ...blockDrafts].map((draft) => ({
    ...draft,
    ...(blockDrafts.length > 0 && { atomic_group }),
  }));
  return (await store.writeAll(drafts as Draft[]))[0]!;
}

/** Queues one write for each changed field of a flow. Returns the first op id; null if nothing changed. */
export async function editFlow(store: Store, flow: Flow, next: Partial<Args<'flow.edit'>>): Promise<string | null> {
  const changed = Object.entries(next).filter(([name, value]) => flow[name as keyof Flow] !== value);
  const title = next.title ?? flow.title;
  const drafts = changed.map(([name, value]): Draft<'flow.edit'> => ({
    kind: 'flow.edit',
    id: flow.id,
    args: { [name]: value },
    title,
  }));
  return drafts.length === 0 ? null : (await store.writeAll(drafts as Draft[]))[0]!;
}

/** Returns the reference to a picture, in the form in which blocks and covers store it. */
export const landingImage = ({ photo, width, height }: SizedPhoto): LandingImage => ({
  sha256: photo.sha256,
  mime: photo.mime,
  width,
  height,
});

/**
 * Sets or removes the cover of a flow. An earlier cover that was not sent yet is undone, so that its bytes are not
 * sent.
 */
export async function setCover(store: Store, flow: Flow, image: SizedPhoto | null): Promise<string> {
  const entries = await entriesOf(store.db, 'flows', flow.id);
  for (const { op_id } of entries.filter((entry) => entry.kind === 'flow.cover' && isUndoable(entry)).toReversed())
    await store.undo(op_id);
  return store.write({
    kind: 'flow.cover',
    id: flow.id,
    args: { cover: image && landingImage(image), at: iso(store.now()) },
    title: flow.title,
    deps: await depsOfFlow(store.db, flow.id),
    ...(image && { files: [image.photo] }),
  });
}

export const archiveFlow = (store: Store, flow: Flow): Promise<string> =>
  store.write({ kind: 'flow.archive', id: flow.id, args: { at: iso(store.now()) }, title: flow.title });

export const unarchiveFlow = (store: Store, flow: Flow): Promise<string> =>
  store.write({ kind: 'flow.unarchive', id: flow.id, args: { at: iso(store.now()) }, title: flow.title });

/** Returns the op ids of the unsent changes of a page, which must be sent before the page is deleted. */
async function unsentChanges({ db }: Store, flow_id: string): Promise<string[]> {
  const entries = await savedBlockWrites(db, flow_id);
  return entries.filter(isUnsent).map(({ op_id }) => op_id);
}

/** Deletes a flow with its page. */
export async function deleteFlow(store: Store, flow: Flow): Promise<string> {
  const deps = await unsentChanges(store, flow.id);
  const op_id = await store.write({
    kind: 'flow.delete',
    id: flow.id,
    args: { at: iso(store.now()) },
    title: flow.title,
    deps,
  });
  await deleteHistory(store.db, flow.id);
  return op_id;
}

/** Creates a copy of a flow with all its blocks, without an address. Returns the id of the copy. */
export async function duplicateFlow(store: Store, flow: Flow, title: string): Promise<string> {
  const id = store.newId();
  const blocks = await savedBlocks(store.db, flow.id);
  const at = iso(store.now());
  const { lang, description } = flow;
  const flowDraft: Draft<'flow.create'> = {
    kind: 'flow.create',
    id,
    args: { title, unique_name: null, lang, description, at },
    title,
  };
  const blockDrafts = blocks.map((block): Draft<'landing_block.add'> => ({
    kind: 'landing_block.add',
    id: store.newId(),
    args: { ...newBlockFields(block), flow_id: id, at },
    title,
    deps: ['#0'],
  }));
  // The writes are not in one atomic group, because a picture that is still to be uploaded would delay the texts of the
  // copy.
  await store.writeAll([flowDraft, ...blockDrafts] as Draft[]);
  return id;
}
