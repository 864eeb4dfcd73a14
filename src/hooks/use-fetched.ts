import { useEffect, useEffectEvent, useState } from 'react';
import type { FailureCode } from '../components/error/error-messages.ts';

type Answer = { ok: true } | (FailureCode & { ok: false });

const failed = (): Answer => ({ ok: false, why: 'no_answer' });

export interface Fetching {
  /** What came of the last try; undefined while one is under way. */
  done: Answer | undefined;
  again: () => void;
}

/** Fetches a list when it is opened and whenever `key` changes; null asks for nothing. What was here is shown meanwhile. */
export function useFetched(key: string | null, bring: () => Promise<Answer>): Fetching {
  const [done, setDone] = useState<Answer>();
  const [round, setRound] = useState(0);
  const run = useEffectEvent(() => bring().catch(failed));
  useEffect(() => {
    if (key === null) return;
    let isHere = true;
    setDone(undefined);
    void run().then((next) => isHere && setDone(next));
    return () => {
      isHere = false;
    };
  }, [key, round]);
  return { done, again: () => setRound(round + 1) };
}
