import type { Args } from '../../../../contract/writes/index.ts';
import { isUndoable } from '../../../db/outbox/entry.ts';
import type { Draft, DraftFile } from '../../../db/outbox/outbox.ts';
import { entriesOf } from '../../../db/outbox/view.ts';
import type { Store } from '../../../db/schema/store.ts';
import { iso } from '../../../lib/ports.ts';
import { depsOfFlow, newBlockFields } from '../actions.ts';
import type { BlockEdit } from './block-edits.ts';

const creatingKinds = new Set(['landing_block.add', 'landing_block.restore']);

/**
 * Returns the op ids of the unsent writes that create a block. The writes of its images must depend on them, because
 * images are sent in another lane.
 */
async function depsOfImages({ db }: Store, id: string): Promise<string[]> {
  const entries = await entriesOf(db, 'landing_blocks', id);
  return entries.filter(({ kind }) => creatingKinds.has(kind)).map(({ op_id }) => op_id);
}

/** Undoes the unsent images of a block, so that their bytes are not sent. */
async function dropUnsentImages(store: Store, id: string): Promise<void> {
  const entries = await entriesOf(store.db, 'landing_blocks', id);
  const images = entries.filter((entry) => entry.kind === 'landing_block.images' && isUndoable(entry));
  for (const { op_id } of images.toReversed()) await store.undo(op_id);
}

/** The page whose blocks are edited. `title` names it in the sync centre. */
export interface EditedPage {
  id: string;
  title: string;
}

/** Returns the writes of an edit: one write for each prop, so that a conflict concerns only that prop. */
async function draftsOf(store: Store, page: EditedPage, edit: BlockEdit): Promise<Draft[]> {
  const { id } = edit;
  const { title } = page;
  const at = iso(store.now());
  switch (edit.kind) {
    case 'props':
      return Object.entries(edit.after).map(
        ([name, value]) => ({ kind: 'landing_block.edit', id, args: { [name]: value }, title }) as Draft,
      );
    case 'images':
      return [
        {
          kind: 'landing_block.images',
          id,
          args: edit.after as Args<'landing_block.images'>,
          title,
          deps: await depsOfImages(store, id),
        },
      ];
    case 'move':
      return [{ kind: 'landing_block.move', id, args: { position: edit.after }, title }];
    case 'hide':
      return [{ kind: 'landing_block.hide', id, args: { hidden: edit.after }, title }];
    case 'delete':
      return [{ kind: 'landing_block.delete', id, args: { at }, title }];
    default: {
      const kind = edit.kind === 'add' ? 'landing_block.add' : 'landing_block.restore';
      const deps = await depsOfFlow(store.db, page.id);
      return [{ kind, id, args: { ...newBlockFields(edit.block), at }, title, deps } as Draft];
    }
  }
}

/**
 * Queues edits of blocks together. `files` are the pictures that the edits refer to. Deleting a block also removes its
 * unsent pictures. Throws the same errors as `enqueue`.
 */
export async function applyEdits(
  store: Store,
  page: EditedPage,
  edits: readonly BlockEdit[],
  files: readonly DraftFile[] = [],
): Promise<void> {
  for (const edit of edits) {
    if (edit.kind === 'delete' || edit.kind === 'images') await dropUnsentImages(store, edit.id);
  }
  const drafts = (await Promise.all(edits.map((edit) => draftsOf(store, page, edit)))).flat();
  const [first, ...others] = drafts;
  if (first) await store.writeAll([{ ...first, ...(files.length > 0 && { files }) }, ...others]);
}
