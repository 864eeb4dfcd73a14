import type { PhoneDb } from '../db/schema/db.ts';

const keyOf = (name: string): string => `draft:${name}`;

/** Returns the saved draft of a form, or null. An older version of the form may have saved it, so check its fields. */
export async function savedDraft(db: PhoneDb, name: string): Promise<object | null> {
  const value = (await db.meta.get(keyOf(name)))?.value;
  // Older versions saved a message as a plain string.
  if (typeof value === 'string') return { text: value };
  return typeof value === 'object' ? value : null;
}

/** Saves a draft in the user's database, which a logout deletes. */
export async function saveDraft(db: PhoneDb, name: string, draft: object): Promise<void> {
  await db.meta.put({ key: keyOf(name), value: draft });
}

export async function deleteDraft(db: PhoneDb, name: string): Promise<void> {
  await db.meta.delete(keyOf(name));
}
