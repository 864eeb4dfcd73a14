import type { ChosenPhoto } from '../../components/media/prepare-photo.ts';
import type { PhoneDb } from '../../db/schema/db.ts';

/** The stored draft, in the person's database. */
export interface RequestDraft {
  type: string;
  subject: string;
  body: string;
  photos: readonly ChosenPhoto[];
}

export const emptyDraft: RequestDraft = { type: '', subject: '', body: '', photos: [] };

const NEW = 'draft:ticket';

export async function savedDraft(db: PhoneDb): Promise<RequestDraft> {
  const value = (await db.meta.get(NEW))?.value as Partial<RequestDraft> | undefined;
  return { ...emptyDraft, ...value };
}

export async function saveDraft(db: PhoneDb, draft: RequestDraft | null): Promise<void> {
  if (draft === null) await db.meta.delete(NEW);
  else await db.meta.put({ key: NEW, value: draft });
}
