import { areViewParams, savedViews, type SavedView } from '../../../contract/entities/saved-view.ts';
import { Refused } from '../../../contract/errors.ts';
import { MAX_SAVED_VIEWS } from '../../../contract/values.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext, WriteHandler, WriteOutcome } from '../../handlers.ts';
import { mergeOrConflict, nextFieldRevs } from '../../sync/merge.ts';
import { checkNotDeleted } from '../contacts/check-not-deleted.ts';
import { lockContactOwner } from '../contacts/person.ts';
import { countViews, dropView, insertView, lockView, updateView, type LockedView } from './repository.ts';

const outcome = (row: SavedView): WriteOutcome => ({ row, rev: row.rev });

/** Locks a view of the caller, deleted or not. Throws `not_found`, and `forbidden` for members. */
async function lockOwnView(context: HandlerContext, id: string): Promise<LockedView> {
  if (!context.caller.is_staff) throw new Refused('forbidden');
  const locked = await lockView(context, id);
  if (!locked) throw new Refused('not_found');
  return locked;
}

/** Creates a saved view. Throws `forbidden`, `views_full`, and `not_found` if the id belongs to another user. */
export const createViewHandler: WriteHandler<'saved_view.create'> = async (context, { id, args }) => {
  const { caller, received_at } = context;
  if (!caller.is_staff) throw new Refused('forbidden');
  const existing = await lockView(context, id);
  if (existing) {
    await checkNotDeleted(context, existing.view, existing);
    return outcome(existing.view);
  }
  // Lock the caller, so that two devices do not exceed the limit together.
  await lockContactOwner(context, caller.user_id);
  if ((await countViews(context, args.table)) >= MAX_SAVED_VIEWS) throw new Refused('views_full');
  await countDailyWrite(context, 'saved_views');
  const { at: _, ...fields } = args;
  const row: SavedView = {
    ...fields,
    id,
    rev: await context.nextRev(),
    created_at: received_at,
    updated_at: received_at,
  };
  if (!(await insertView(context, row))) throw new Refused('not_found');
  context.poke([caller.user_id]);
  return outcome(row);
};

/**
 * Renames or moves a saved view, or replaces its filters. If two devices change the same field, the last write wins.
 * Throws `forbidden`, `not_found`, `record_deleted`, and `invalid` for filters of another table.
 */
export const editViewHandler: WriteHandler<'saved_view.edit'> = async (context, { id, args, base, base_rev }) => {
  const { view, field_revs, ...deleted } = await lockOwnView(context, id);
  await checkNotDeleted(context, view, deleted);
  if (args.params && !areViewParams(view.table, args.params)) throw new Refused('invalid', { params: 'invalid' });
  const changed = await mergeOrConflict(context, view, field_revs, { patch: args, base, base_rev }, savedViews);
  if (Object.keys(changed).length === 0) return outcome(view);
  const rev = await context.nextRev();
  const row: SavedView = { ...view, ...(changed as Partial<SavedView>), rev, updated_at: context.received_at };
  await updateView(context, row, nextFieldRevs(field_revs, changed, rev));
  context.poke([context.caller.user_id]);
  return outcome(row);
};

/** Deletes a saved view. Idempotent. */
export const deleteViewHandler: WriteHandler<'saved_view.delete'> = async (context, { id }) => {
  const { view, deleted_at } = await lockOwnView(context, id);
  if (deleted_at !== null) return { row: null, rev: view.rev };
  const rev = await context.nextRev();
  await dropView(context, id, rev, context.received_at);
  context.poke([context.caller.user_id]);
  return { row: null, rev };
};
