import type { PhoneDb } from '../../db/db.ts';

/** What is being written, finished or not. It lives and goes with the person's database. */
export interface RequestDraft {
  type: string;
  subject: string;
  body: string;
}

export const emptyDraft: RequestDraft = { type: '', subject: '', body: '' };

const NEW = 'draft:ticket';
const replyKey = (id: string): string => `draft:ticket:${id}`;

export async function savedDraft(db: PhoneDb): Promise<RequestDraft> {
  const value = (await db.meta.get(NEW))?.value as Partial<RequestDraft> | undefined;
  return { ...emptyDraft, ...value };
}

export async function saveDraft(db: PhoneDb, draft: RequestDraft | null): Promise<void> {
  if (draft === null) await db.meta.delete(NEW);
  else await db.meta.put({ key: NEW, value: draft });
}

export async function savedReply(db: PhoneDb, id: string): Promise<string> {
  const value = (await db.meta.get(replyKey(id)))?.value;
  return typeof value === 'string' ? value : '';
}

export async function saveReply(db: PhoneDb, id: string, text: string): Promise<void> {
  if (text === '') await db.meta.delete(replyKey(id));
  else await db.meta.put({ key: replyKey(id), value: text });
}
