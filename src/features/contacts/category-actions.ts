import { categoryFields, type ContactCategory } from '../../../contract/entities/contact-category.ts';
import { contactColors, MAX_CONTACT_CATEGORIES, type ContactColor } from '../../../contract/values.ts';
import { contactName } from '../../components/contact/contact-labels.ts';
import { z } from '../../../contract/zod.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import type { Draft } from '../../db/outbox/outbox.ts';
import type { Store } from '../../db/schema/store.ts';
import { requiredText } from '../../forms/schema.ts';
import { iso } from '../../lib/ports.ts';
import { savedContactCategories } from './queries.ts';
import { forEachContact } from '../../db/queries/all-contacts.ts';

const foldName = (name: string): string => name.trim().normalize('NFC').toLowerCase();

const byPosition = (a: ContactCategory, b: ContactCategory): number =>
  a.position - b.position || foldName(a.name).localeCompare(foldName(b.name)) || (a.id < b.id ? -1 : 1);

/** Returns the contact categories of a user in the order that the user chose. */
export async function categoriesOf(db: PhoneDb, owner_id: string): Promise<ContactCategory[]> {
  const rows = await savedContactCategories(db);
  return rows.filter((row) => row.owner_id === owner_id).toSorted(byPosition);
}

/**
 * Returns the schema of a category name, which must differ from the names of other categories. `id` is the id of the
 * renamed category; null for a new one.
 */
export function categoryName(others: readonly ContactCategory[], id: string | null) {
  const isFree = (name: string): boolean =>
    !others.some((other) => other.id !== id && foldName(other.name) === foldName(name));
  const hasRoom = (): boolean => id !== null || others.length < MAX_CONTACT_CATEGORIES;
  const name = categoryFields.name.check(
    z.refine(isFree, { error: 'category_taken' }),
    z.refine(hasRoom, { error: 'categories_full' }),
  );
  return id === null ? requiredText(name) : name;
}

/** Returns the first colour that no category uses. */
export function unusedColor(others: readonly ContactCategory[]): ContactColor {
  const used = new Set(others.map(({ color }) => color));
  return contactColors.find((color) => !used.has(color)) ?? contactColors[others.length % contactColors.length]!;
}

const lastPosition = (others: readonly ContactCategory[]): number =>
  Math.max(-1, ...others.map(({ position }) => position)) + 1;

/** Adds a category after all others. Returns the ids of the category and of its write. */
export async function createCategory(
  store: Store,
  { name, color }: Pick<ContactCategory, 'name' | 'color'>,
  others: readonly ContactCategory[],
): Promise<{ id: string; op_id: string }> {
  const id = store.newId();
  const args = { name: name.trim(), color, position: Math.min(lastPosition(others), 10_000), at: iso(store.now()) };
  return { id, op_id: await store.write({ kind: 'contact_category.create', id, args, title: args.name }) };
}

/** Queues a changed name or colour of a category; returns null if nothing changed. */
export async function editCategory(
  store: Store,
  category: ContactCategory,
  next: Pick<ContactCategory, 'name' | 'color'>,
): Promise<string | null> {
  const name = next.name.trim();
  const args = {
    ...(name !== category.name && { name }),
    ...(next.color !== category.color && { color: next.color }),
  };
  if (Object.keys(args).length === 0) return null;
  return store.write({ kind: 'contact_category.edit', id: category.id, args, title: name });
}

/** Moves a category up (-1) or down (1), writing only changed positions. */
export async function moveCategory(
  store: Store,
  category: ContactCategory,
  by: 1 | -1,
  all: readonly ContactCategory[],
): Promise<void> {
  const from = all.findIndex(({ id }) => id === category.id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= all.length) return;
  const next = [...all];
  next.splice(to, 0, ...next.splice(from, 1));
  const drafts = next.flatMap((row, position): Draft[] =>
    row.position === position
      ? []
      : [{ kind: 'contact_category.edit', id: row.id, args: { position }, title: row.name }],
  );
  if (drafts.length > 0) await store.writeAll(drafts);
}

/** Returns the contacts of a category. Reads the whole contacts table, so call it only before a deletion. */
export async function contactsInCategory(db: PhoneDb, category_id: string): Promise<{ id: string; title: string }[]> {
  const members: { id: string; title: string }[] = [];
  await forEachContact(db, (contact) => {
    if (contact.category_id === category_id) members.push({ id: contact.id, title: contactName(contact) });
  });
  return members;
}

export async function deleteCategory(store: Store, category: ContactCategory): Promise<string> {
  const args = { at: iso(store.now()) };
  return store.write({ kind: 'contact_category.delete', id: category.id, args, title: category.name });
}

/** Maximum number of writes queued in one transaction. */
const BATCH_SIZE = 50;

/**
 * Undoes the deletion of a category. If the deletion has already been sent, its contacts have lost their category, so a
 * new category with the same name is created and assigned to them.
 */
export async function restoreCategory(
  store: Store,
  op_id: string,
  category: ContactCategory,
  members: readonly { id: string; title: string }[],
): Promise<void> {
  if (await store.undo(op_id)) return;
  const { name, color, position } = category;
  const id = store.newId();
  const args = { name, color, position, at: iso(store.now()) };
  const createOpId = await store.write({ kind: 'contact_category.create', id, args, title: name });
  for (let from = 0; from < members.length; from += BATCH_SIZE) {
    const batch = members.slice(from, from + BATCH_SIZE);
    await store.writeAll(
      batch.map(({ id: contact_id, title }): Draft => ({
        kind: 'contact.edit',
        id: contact_id,
        args: { category_id: id },
        title,
        deps: [createOpId],
      })),
    );
  }
}
