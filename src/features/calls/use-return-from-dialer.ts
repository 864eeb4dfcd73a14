import { useEffect, useState } from 'react';
import type { CallIntent } from '../../db/schema/meta.ts';
import { awaySeconds } from './outcome.ts';

/** How long the browser may take to leave for the dialer; where there is none, it never does. */
const LEAVING_MS = 2500;

export interface Back {
  /** Seconds that the person was away; null when that is not known, or too long to be a call. */
  away: number | null;
  /** The person may still leave: the dialer may stand above the page without hiding it. */
  isFinal: boolean;
}

/** Where the app stands when it hears of the call: in the moment it was begun, or at a later start. */
function atStart({ started_at, draft }: CallIntent, now: number): Back | null {
  if (draft !== undefined) return { away: null, isFinal: true };
  const isNow = now >= started_at && now - started_at < LEAVING_MS;
  return isNow || document.hidden ? null : { away: awaySeconds(started_at, now), isFinal: true };
}

/** Null until the person is back from the call; then for how long they were away. */
export function useReturnFromDialer(call: CallIntent, now: () => number): Back | null {
  const [back, setBack] = useState<Back | null>(() => atStart(call, now()));
  const { started_at } = call;
  const isWaiting = !back?.isFinal;
  useEffect(() => {
    if (!isWaiting) return;
    let hasLeft = document.hidden;
    const leave = (): void => {
      hasLeft = true;
    };
    const come = (): void => {
      if (hasLeft && !document.hidden) setBack({ away: awaySeconds(started_at, now()), isFinal: true });
    };
    const turn = (): void => (document.hidden ? leave() : come());
    const stay = (): void => {
      if (!hasLeft && !document.hidden) setBack({ away: null, isFinal: false });
    };
    const timer = setTimeout(stay, LEAVING_MS);
    const ending = new AbortController();
    const { signal } = ending;
    document.addEventListener('visibilitychange', turn, { signal });
    for (const event of ['blur', 'pagehide']) window.addEventListener(event, leave, { signal });
    for (const event of ['focus', 'pageshow']) window.addEventListener(event, come, { signal });
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [isWaiting, started_at, now]);
  return back;
}
