import type { SavedView } from '../../../contract/entities/saved-view.ts';
import type { Draft } from '../../db/outbox/outbox.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';

type NewView = Pick<SavedView, 'table' | 'name' | 'params' | 'position'>;

/** Saves a new view. Returns its id and the op id. */
export async function createView(store: Store, view: NewView): Promise<{ id: string; op_id: string }> {
  const id = store.newId();
  const { table, name, params, position } = view;
  const args = { table, name: name.trim(), params, position, at: iso(store.now()) };
  return { id, op_id: await store.write({ kind: 'saved_view.create', id, args, title: args.name }) };
}

/** Returns the position for a new view, which is after all others. */
export const nextPosition = (views: readonly SavedView[]): number =>
  Math.min(Math.max(-1, ...views.map(({ position }) => position)) + 1, 10_000);

/** Queues a change of the name or filters of a view. */
export const editView = (
  store: Store,
  { id, name }: SavedView,
  args: Partial<Pick<SavedView, 'name' | 'params'>>,
): Promise<string> => store.write({ kind: 'saved_view.edit', id, args, title: args.name ?? name });

/** Moves a view to the left (-1) or right (1), writing only changed positions. */
export async function moveView(store: Store, id: string, by: 1 | -1, views: readonly SavedView[]): Promise<void> {
  const from = views.findIndex((view) => view.id === id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= views.length) return;
  const next = [...views];
  next.splice(to, 0, ...next.splice(from, 1));
  const drafts = next.flatMap((view, position): Draft[] =>
    view.position === position ? [] : [{ kind: 'saved_view.edit', id: view.id, args: { position }, title: view.name }],
  );
  await store.writeAll(drafts);
}

export const deleteView = (store: Store, { id, name }: SavedView): Promise<string> =>
  store.write({ kind: 'saved_view.delete', id, args: { at: iso(store.now()) }, title: name });

/** Undoes the deletion of a view. If the deletion was already sent, the view is saved again under a new id. */
export async function restoreView(store: Store, op_id: string, view: SavedView): Promise<void> {
  if (!(await store.undo(op_id))) await createView(store, view);
}
