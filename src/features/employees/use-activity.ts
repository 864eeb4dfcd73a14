import { useEffect, useState } from 'react';
import { sync } from '../../bridge/sync.ts';
import type { Done } from '../../bridge/sync-api.ts';

const failed = (): Done => ({ ok: false, why: 'no_answer' });

/** Fetches what the team does when the screen is opened. `done` is undefined while that is under way. */
export function useActivity(isWanted: boolean): { done: Done | undefined; again: () => void } {
  const [done, setDone] = useState<Done | undefined>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!isWanted) return;
    let isHere = true;
    setDone(undefined);
    const bring = async (): Promise<void> => {
      const next = await sync.account('bringEmployees').catch(failed);
      if (isHere) setDone(next);
    };
    void bring();
    return () => {
      isHere = false;
    };
  }, [isWanted, round]);
  return { done, again: () => setRound(round + 1) };
}
