import { useEffect, useEffectEvent, useState } from 'react';
import type { Done } from '../../bridge/sync-api.ts';

const failed = (): Done => ({ ok: false, why: 'no_answer' });

export interface Fetching {
  /** What came of the last try; undefined while one is under way. */
  done: Done | undefined;
  again: () => void;
}

/** Fetches a list when it is opened and whenever `key` changes. What was fetched before is shown meanwhile. */
export function useFetched(key: string, bring: () => Promise<Done>): Fetching {
  const [done, setDone] = useState<Done>();
  const [round, setRound] = useState(0);
  const run = useEffectEvent(() => bring().catch(failed));
  useEffect(() => {
    let isHere = true;
    setDone(undefined);
    void run().then((next) => isHere && setDone(next));
    return () => {
      isHere = false;
    };
  }, [key, round]);
  return { done, again: () => setRound(round + 1) };
}
