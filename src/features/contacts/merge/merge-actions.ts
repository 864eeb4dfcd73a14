import type { Contact } from '../../../../contract/entities/contact.ts';
import { buildRestoreArgs } from '../../../../contract/writes/contact.ts';
import type { Args } from '../../../../contract/writes/index.ts';
import { contactName } from '../../../components/contact/contact-labels.ts';
import type { Draft } from '../../../db/outbox/outbox.ts';
import { entriesOf } from '../../../db/outbox/view.ts';
import type { Store } from '../../../db/schema/store.ts';
import { iso } from '../../../lib/ports.ts';
import { mergeArgs, type FieldName } from './merge-model.ts';

/** A merge that was queued, with the data that is needed to undo it. */
export interface MergeResult {
  op_id: string;
  kept: Contact;
  other: Contact;
  args: Args<'contact.merge'>;
}

/**
 * Returns the unsent writes in other lanes that the merge must wait for: the photos of both contacts, and the category
 * that the merged contact gets.
 */
async function depsOfMerge({ db }: Store, ids: readonly string[], category_id: unknown): Promise<string[]> {
  const ofContacts = await Promise.all(ids.map((id) => entriesOf(db, 'contacts', id)));
  const photos = ofContacts.flat().filter(({ kind }) => kind === 'contact.photo');
  const ofCategory = typeof category_id === 'string' ? await entriesOf(db, 'contact_categories', category_id) : [];
  const creates = ofCategory.filter(({ kind }) => kind === 'contact_category.create');
  return [...photos, ...creates].map(({ op_id }) => op_id);
}

/**
 * Queues the merge of `other` into `kept` and, in the same atomic group, the deletion of `other`, which is sent after
 * the earlier unsent writes to `other`. `replaces` is a rejected merge that is discarded.
 */
export async function mergeContacts(
  store: Store,
  { kept, other, values }: { kept: Contact; other: Contact; values: Partial<Record<FieldName, unknown>> },
  replaces: string | null,
): Promise<MergeResult> {
  const at = iso(store.now());
  const args = mergeArgs(kept, other, values, at);
  const deps = await depsOfMerge(store, [kept.id, other.id], values.category_id);
  const atomic_group = store.newId();
  const merge: Draft<'contact.merge'> = {
    ...{ kind: 'contact.merge', id: kept.id, args, deps, atomic_group },
    title: contactName({ ...kept, ...(args.fields as Partial<Contact>) }),
  };
  const remove: Draft<'contact.delete'> = {
    ...{ kind: 'contact.delete', id: other.id, args: { at }, deps: ['#0'], atomic_group },
    title: contactName(other),
  };
  const [op_id = ''] = await store.writeAll([merge, remove] as Draft[]);
  if (replaces !== null) await store.discard(replaces);
  return { op_id, kept, other, args };
}

/** Undoes a merge: removes the unsent writes or, if they have been sent, queues the opposite writes. */
export async function undoMerge(store: Store, { op_id, kept, other, args }: MergeResult): Promise<void> {
  if (await store.undo(op_id)) return;
  const at = iso(store.now());
  const atomic_group = store.newId();
  const { source_id, merged_ids, base, photo } = args;
  const unmerge: Draft<'contact.unmerge'> = {
    ...{ kind: 'contact.unmerge', id: kept.id, atomic_group, title: contactName(kept) },
    args: { source_id, merged_ids, fields: base, ...(photo && { photo: kept.photo }), at },
  };
  const restore: Draft<'contact.restore'> = {
    ...{ kind: 'contact.restore', id: other.id, atomic_group, title: contactName(other), deps: ['#0'] },
    args: buildRestoreArgs(other, 'contact.delete', {}, at),
  };
  await store.writeAll([unmerge, restore] as Draft[]);
}
