import { sql } from 'kysely';
import type { ContactCategory } from '../../../contract/entities/contact-category.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { RowChange, RowsContext } from '../../handlers.ts';
import { rowChange } from '../../sync/row-change.ts';
import { isOwnerVisible } from './visible.ts';

const columns = [
  'g.id',
  'g.rev',
  'g.owner_id',
  'g.name',
  'g.color',
  'g.position',
  'g.created_at',
  'g.updated_at',
] as const;

function visibleCategories({ tx, caller }: RowsContext) {
  return tx
    .selectFrom('contact_categories as g')
    .where('g.scope', '=', caller.scope)
    .where(isOwnerVisible(caller, 'g'));
}

const notDeleted = (context: RowsContext) => visibleCategories(context).where('g.deleted_at', 'is', null);

export async function readChangedContactCategories(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'contact_categories'>[]> {
  const rows = await visibleCategories(context)
    .select([...columns, 'g.deleted_at'])
    .$call(inRevRange('g.rev', 'g.id', { after, upTo, limit }))
    .execute();
  return rows.map((row) => rowChange(row));
}

export function readContactCategoryPage(
  context: RowsContext,
  after: string | null,
  limit: number,
): Promise<ContactCategory[]> {
  const query = notDeleted(context).select(columns).orderBy('g.id').limit(limit);
  return (after === null ? query : query.where('g.id', '>', after)).execute();
}

export async function countContactCategories(context: RowsContext): Promise<number> {
  const query = notDeleted(context).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function contactCategoryById(context: RowsContext, id: string): Promise<ContactCategory | null> {
  return (await notDeleted(context).select(columns).where('g.id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * Returns the owner of a category that the caller can see, deleted or not; undefined if it is missing or hidden from
 * the caller.
 */
export function categoryOwner(
  context: RowsContext,
  id: string,
): Promise<{ owner_id: string; deleted_at: string | null } | undefined> {
  return visibleCategories(context).select(['g.owner_id', 'g.deleted_at']).where('g.id', '=', id).executeTakeFirst();
}

/** Returns the categories of a user in display order, without deleted ones. */
export function categoriesOf(context: RowsContext, owner_id: string): Promise<ContactCategory[]> {
  return notDeleted(context)
    .select(columns)
    .where('g.owner_id', '=', owner_id)
    .orderBy('g.position')
    .orderBy(sql`lower(g.name)`)
    .orderBy('g.id')
    .execute();
}

export interface LockedCategory {
  category: ContactCategory;
  field_revs: Record<string, number>;
  deleted_at: string | null;
  deleted_by: string | null;
}

/**
 * Locks a category that the caller can see, deleted or not; returns undefined if it is missing or hidden from the
 * caller.
 */
export async function lockCategory(context: RowsContext, id: string): Promise<LockedCategory | undefined> {
  const row = await visibleCategories(context)
    .select([...columns, 'g.field_revs', 'g.deleted_at', 'g.deleted_by'])
    .where('g.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const { field_revs, deleted_at, deleted_by, ...category } = row;
  return { category, field_revs, deleted_at, deleted_by };
}

/** Inserts a category; returns false if its id is already used. */
export async function insertCategory({ tx, caller }: RowsContext, category: ContactCategory): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('contact_categories')
    .values({ ...category, scope: caller.scope, field_revs: '{}', deleted_at: null, deleted_by: null })
    .onConflict((conflict) => conflict.columns(['scope', 'id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function updateCategory(
  { tx, caller }: RowsContext,
  { id, name, color, position, rev, updated_at }: ContactCategory,
  field_revs: Record<string, number>,
): Promise<void> {
  await tx
    .updateTable('contact_categories')
    .set({ name, color, position, rev, updated_at, field_revs: JSON.stringify(field_revs) })
    .where('scope', '=', caller.scope)
    .where('id', '=', id)
    .execute();
}

/** Locks the contacts of a category in id order and returns how many there are. */
export async function lockContactsOfCategory({ tx, caller }: RowsContext, category_id: string): Promise<number> {
  const rows = await tx
    .selectFrom('contacts')
    .select('id')
    .where('scope', '=', caller.scope)
    .where('category_id', '=', category_id)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.length;
}

/** Deletes a category and clears it from its contacts, all with one rev. */
export async function dropCategory({ tx, caller }: RowsContext, id: string, rev: number, at: string): Promise<void> {
  await tx
    .updateTable('contacts')
    .set({
      category_id: null,
      rev,
      updated_at: at,
      field_revs: sql<string>`field_revs || jsonb_build_object('category_id', ${rev}::bigint)`,
    })
    .where('scope', '=', caller.scope)
    .where('category_id', '=', id)
    .execute();
  await tx
    .updateTable('contact_categories')
    .set({ rev, deleted_at: at, deleted_by: caller.user_id, updated_at: at })
    .where('scope', '=', caller.scope)
    .where('id', '=', id)
    .execute();
}
