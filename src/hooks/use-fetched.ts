import { useEffect, useEffectEvent, useState } from 'react';
import type { FailureCode } from '../components/error/error-messages.ts';

type FetchResult = { ok: true } | (FailureCode & { ok: false });

const noAnswer = (): FetchResult => ({ ok: false, why: 'no_answer' });

/** Whether the server does not have the call, so that another attempt would not help. */
export const isNotOffered = (done: FetchResult | undefined): boolean =>
  done?.ok === false && done.why === 'refused' && done.code === 'not_offered';

export interface Fetching {
  /** Result of the last attempt; undefined while an attempt is running. */
  done: FetchResult | undefined;
  again: () => void;
}

/**
 * Calls `fetchList` on mount and whenever `key` changes, unless `key` is null. `fetchList` stores the list. Screens
 * read it from the database, so they show the previous list until the new one arrives.
 */
export function useFetched(key: string | null, fetchList: () => Promise<FetchResult>): Fetching {
  const [done, setDone] = useState<FetchResult>();
  const [round, setRound] = useState(0);
  const run = useEffectEvent(async () => fetchList());
  useEffect(() => {
    if (key === null) return;
    let isCurrent = true;
    setDone(undefined);
    void run()
      .catch(noAnswer)
      .then((next) => isCurrent && setDone(next));
    return () => {
      isCurrent = false;
    };
  }, [key, round]);
  return { done, again: () => setRound(round + 1) };
}
