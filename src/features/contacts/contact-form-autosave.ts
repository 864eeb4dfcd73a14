import { useEffect, useRef } from 'react';
import type { Contact } from '../../../contract/entities/contact.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { dropDraft, saveDraft, saveDraftPhoto, type ContactDraft, type PhotoChange } from './form-draft.ts';

const EVERY_MS = 2000;

/** What is kept of an open form. */
export interface Kept {
  /** Names the draft. */
  form: string;
  draft: ContactDraft;
  began: Contact | null;
  photo: PhotoChange;
}

/**
 * Keeps a changed form every two seconds, and at once when it goes away: the camera may throw the page out of memory.
 * The answer drops it, once it is saved. A full disk keeps no drafts; the form itself still has the text.
 */
export function useKeptForm(kept: Kept): () => Promise<void> {
  const { db } = useStore();
  const { form } = kept;
  const latest = useRef(kept);
  const isDropped = useRef(false);
  useEffect(() => {
    latest.current = kept;
  });
  useEffect(() => {
    let { draft: saved, photo: savedPhoto } = latest.current;
    const save = (): void => {
      const { draft, began, photo } = latest.current;
      if (isDropped.current) return;
      if (draft !== saved) void saveDraft(db, form, { draft, began }).catch(() => {});
      if (photo !== savedPhoto) void saveDraftPhoto(db, form, photo).catch(() => {});
      saved = draft;
      savedPhoto = photo;
    };
    const timer = setInterval(save, EVERY_MS);
    document.addEventListener('visibilitychange', save);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', save);
      save();
    };
  }, [db, form]);
  return async () => {
    isDropped.current = true;
    await dropDraft(db, form).catch(() => {});
  };
}
