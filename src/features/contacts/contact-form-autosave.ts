import { useEffect, useRef } from 'react';
import type { Contact } from '../../../contract/entities/contact.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { dropDraft, saveDraft, saveDraftPhoto, type ContactDraft, type PhotoChange } from './form-draft.ts';

const EVERY_MS = 2000;

/** Stored part of an open form. */
export interface Kept {
  /** Key of the draft. */
  form: string;
  draft: ContactDraft;
  began: Contact | null;
  photo: PhotoChange;
}

/**
 * Saves a changed form every two seconds and at once when hidden: the camera may evict the page from memory. Returns a
 * function that discards the draft after saving. A full disk stores no drafts; the form keeps its values.
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
