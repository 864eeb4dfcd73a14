import { useEffect, useRef } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { dropDraft, saveDraft, type CallDraft } from './draft.ts';

const SAVE_AFTER_MS = 600;

/** Saves a changed draft shortly after the last key and at once on unmount. Returns a function that discards it. */
export function useKeptDraft(draft: CallDraft | null): () => Promise<void> {
  const { db } = useStore();
  const isDropped = useRef(false);
  useEffect(() => {
    if (!draft) return;
    let isSaved = false;
    const save = (): void => {
      if (isSaved || isDropped.current) return;
      isSaved = true;
      void saveDraft(db, draft).catch(() => {});
    };
    const timer = setTimeout(save, SAVE_AFTER_MS);
    document.addEventListener('visibilitychange', save);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', save);
      save();
    };
  }, [db, draft]);
  return () => {
    isDropped.current = true;
    return dropDraft(db);
  };
}
