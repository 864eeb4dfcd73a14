import { useEffect, useRef, useState } from 'react';
import type { ChosenPhoto } from '../components/media/prepare-photo.ts';
import { useStore } from '../hooks/store-context.tsx';

/** What somebody is writing, with its pictures. */
export interface Reply {
  text: string;
  photos: readonly ChosenPhoto[];
}

const empty: Reply = { text: '', photos: [] };

export interface ReplyDraft extends Reply {
  set(change: Partial<Reply>): void;
  /** What was sent is done with; what was written since then stays. */
  clear(sent: string): void;
}

/** A draft that survives leaving the screen and the app. It lives and goes with the person's database. */
export function useReplyDraft(key: string): ReplyDraft {
  const { db } = useStore();
  const [reply, setReply] = useState(empty);
  // Pictures take a while to be made ready; what is typed meanwhile stays.
  const latest = useRef(reply);
  useEffect(() => {
    let isHere = true;
    const read = async (): Promise<void> => {
      const value = (await db.meta.get(key))?.value;
      const kept = {
        ...empty,
        ...(typeof value === 'string' ? { text: value } : (value as Partial<Reply> | undefined)),
      };
      if (!isHere || latest.current !== empty) return;
      latest.current = kept;
      setReply(kept);
    };
    void read().catch(() => {});
    return () => {
      isHere = false;
    };
  }, [db, key]);
  const keep = async (next: Reply): Promise<void> => {
    if (next.text === '' && next.photos.length === 0) await db.meta.delete(key);
    else await db.meta.put({ key, value: next });
  };
  const set = (change: Partial<Reply>): void => {
    const next = { ...latest.current, ...change };
    latest.current = next;
    setReply(next);
    void keep(next).catch(() => {});
  };
  const clear = (sent: string): void => {
    if (latest.current.text === sent) set(empty);
  };
  return { ...reply, set, clear };
}
