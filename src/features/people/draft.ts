import type { PhoneDb } from '../../db/schema/db.ts';

const noteKey = (id: string): string => `draft:note:${id}`;

/** Stored draft about a person, complete or not. */
export async function savedNote(db: PhoneDb, id: string): Promise<string> {
  const value = (await db.meta.get(noteKey(id)))?.value;
  return typeof value === 'string' ? value : '';
}

export async function saveNote(db: PhoneDb, id: string, text: string): Promise<void> {
  if (text === '') await db.meta.delete(noteKey(id));
  else await db.meta.put({ key: noteKey(id), value: text });
}
