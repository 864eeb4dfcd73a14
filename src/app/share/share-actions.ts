import type { Contact } from '../../../contract/entities/contact.ts';
import type { PhotoError } from '../../components/media/prepare-photo.ts';
import { preparePhoto } from '../../components/media/prepare-photo.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import type { Share } from '../../db/storage/shares.ts';
import { saveContactDraft, saveDraftPhoto, savedForm } from '../../features/contacts/form-draft.ts';
import { emptyDraft, savedTaskDraft, saveTaskDraft } from '../../features/tasks/draft.ts';
import { saveDraft, savedDraft } from '../../forms/drafts.ts';

// Shared content becomes the draft of a form, which the user checks and saves. If a draft already exists, the content
// is added to it. See: [Note: Shared content]

const MAX_TASK_TITLE = 120;

/** Returns the texts of a share as one text. Apps often repeat the title or the link in the text. */
export function shareText({ title, text, url }: Pick<Share, 'title' | 'text' | 'url'>): string {
  const lines = [text.includes(title) ? '' : title, text, text.includes(url) ? '' : url];
  return lines.filter(Boolean).join('\n');
}

const appendLine = (before: string, text: string): string => (before.trim() === '' ? text : `${before}\n${text}`);

/** Adds a text to the draft of a note about a person. */
export async function draftPersonNote(db: PhoneDb, person_id: string, text: string): Promise<void> {
  const name = `note:${person_id}`;
  const saved = (await savedDraft(db, name)) as { text?: string } | null;
  await saveDraft(db, name, { ...saved, text: appendLine(saved?.text ?? '', text) });
}

/**
 * Appends a text to the notes in the draft of a contact's form, or of the form for a new contact if `contact` is null.
 */
export async function draftContactNote(db: PhoneDb, contact: Contact | null, text: string): Promise<void> {
  const form = contact?.id ?? 'new';
  const saved = await savedForm(db, form);
  const notes = appendLine(saved?.draft.notes ?? contact?.notes ?? '', text);
  await saveContactDraft(db, form, { draft: { ...saved?.draft, notes }, began: saved?.began ?? contact });
}

/**
 * Sets the photo in the form of a contact, or of a new contact if `contact` is null. If the photo cannot be used,
 * returns the reason.
 */
export async function draftContactPhoto(db: PhoneDb, contact: Contact | null, file: File): Promise<PhotoError | null> {
  const result = await preparePhoto(file);
  if (!result.ok) return result.why;
  await saveDraftPhoto(db, contact?.id ?? 'new', result.photo);
  return null;
}

/**
 * Adds a text to the form of a new task. Its first line becomes the title, and the entire text is added to the
 * description.
 */
export async function draftTask(db: PhoneDb, share: Pick<Share, 'title' | 'text' | 'url'>): Promise<void> {
  const draft = (await savedTaskDraft(db, null)) ?? emptyDraft;
  const text = shareText(share);
  const [firstLine = ''] = (share.title || text).split('\n');
  const title = draft.is_titled ? draft.title : firstLine.slice(0, MAX_TASK_TITLE);
  const description = text === title ? draft.description : appendLine(draft.description, text);
  await saveTaskDraft(db, null, { ...draft, title, is_titled: true, description });
}
