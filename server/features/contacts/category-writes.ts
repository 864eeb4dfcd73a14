import { contactCategories, type ContactCategory } from '../../../contract/entities/contact-category.ts';
import { Refused } from '../../../contract/errors.ts';
import { MAX_CONTACT_CATEGORIES } from '../../../contract/values.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext, WriteHandler, WriteOutcome } from '../../handlers.ts';
import { RefusedWithRow } from '../../http/with-current-row.ts';
import { mergeOrConflict, nextFieldRevs } from '../../sync/merge.ts';
import {
  categoriesOf,
  dropCategory,
  insertCategory,
  lockCategory,
  lockContactsOfCategory,
  updateCategory,
  type LockedCategory,
} from './category-repository.ts';
import { checkNotDeleted } from './check-not-deleted.ts';
import { audienceOf, lockContactOwner } from './person.ts';

const outcome = (row: ContactCategory): WriteOutcome => ({ row, rev: row.rev });
const foldName = (name: string) => name.normalize('NFC').toLowerCase();
const takenError = { name: 'category_taken' };

const hasName = (categories: readonly ContactCategory[], name: string, exceptId: string) =>
  categories.some((other) => other.id !== exceptId && foldName(other.name) === foldName(name));

/** Locks a category, deleted or not. Throws `not_found`. */
export async function lockCategoryOrThrow(context: HandlerContext, id: string): Promise<LockedCategory> {
  const category = await lockCategory(context, id);
  if (!category) throw new Refused('not_found');
  return category;
}

/**
 * Creates a contact category. Throws `categories_full`, `category_taken`, `record_deleted`, and `not_found` if the id
 * belongs to another user.
 */
export const createCategoryHandler: WriteHandler<'contact_category.create'> = async (context, { id, args }) => {
  const { caller, received_at } = context;
  const existing = await lockCategory(context, id);
  if (existing) {
    if (existing.category.owner_id !== caller.user_id) throw new Refused('not_found');
    await checkNotDeleted(context, existing.category, existing);
    return outcome(existing.category);
  }
  await lockContactOwner(context, caller.user_id);
  const categories = await categoriesOf(context, caller.user_id);
  if (categories.length >= MAX_CONTACT_CATEGORIES) throw new Refused('categories_full');
  if (hasName(categories, args.name, id)) throw new Refused('category_taken', takenError);
  await countDailyWrite(context, 'categories');
  const { at: _, ...fields } = args;
  const rev = await context.nextRev();
  const times = { created_at: received_at, updated_at: received_at };
  const row: ContactCategory = { ...fields, id, rev, owner_id: caller.user_id, ...times };
  if (!(await insertCategory(context, row))) throw new Refused('not_found');
  context.poke(await audienceOf(context, caller.user_id));
  return outcome(row);
};

/** Edits a category, merging field by field. Throws `conflict`, `record_deleted`, `category_taken` or `not_found`. */
export const editCategoryHandler: WriteHandler<'contact_category.edit'> = async (
  context,
  { id, args, base, base_rev },
) => {
  const { category, field_revs, ...deleted } = await lockCategoryOrThrow(context, id);
  await checkNotDeleted(context, category, deleted);
  const edit = { patch: args, base, base_rev };
  const changed = await mergeOrConflict(context, category, field_revs, edit, contactCategories);
  if (Object.keys(changed).length === 0) return outcome(category);
  const next: ContactCategory = { ...category, ...(changed as Partial<ContactCategory>) };
  if ('name' in changed) {
    await lockContactOwner(context, category.owner_id);
    if (hasName(await categoriesOf(context, category.owner_id), next.name, id))
      throw new RefusedWithRow('category_taken', category, category.rev, takenError);
  }
  const rev = await context.nextRev();
  const row = { ...next, rev, updated_at: context.received_at };
  await updateCategory(context, row, nextFieldRevs(field_revs, changed, rev));
  context.poke(await audienceOf(context, row.owner_id));
  return outcome(row);
};

/** Deletes a category and clears it from its contacts. Idempotent. */
export const deleteCategoryHandler: WriteHandler<'contact_category.delete'> = async (context, { id }) => {
  const { category, deleted_at } = await lockCategoryOrThrow(context, id);
  if (deleted_at !== null) return { row: null, rev: category.rev };
  await lockContactsOfCategory(context, id);
  const rev = await context.nextRev();
  await dropCategory(context, id, rev, context.received_at);
  context.poke(await audienceOf(context, category.owner_id));
  return { row: null, rev };
};
