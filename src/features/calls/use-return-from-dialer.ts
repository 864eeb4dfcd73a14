import { useEffect, useState } from 'react';
import type { CallIntent } from '../../db/schema/meta.ts';
import { estimateCallSeconds } from './outcome.ts';

/** Maximum time in ms that the browser takes to open the dialer. If it opens none, the page is never hidden. */
const DIALER_OPENS_WITHIN_MS = 2500;

export interface ReturnFromDialer {
  /** Seconds between leaving the app and returning to it; null if unknown or too long for a call. */
  away: number | null;
  /**
   * Whether `away` will not change any more. False if the page was not hidden, because the dialer can cover the page
   * without hiding it, and the user may still leave the app.
   */
  isFinal: boolean;
}

/**
 * Returns the state when the app starts after a call: the user has already come back. Returns null if the dialer is
 * only just opening.
 */
function resultAtStart({ started_at, draft }: CallIntent, now: number): ReturnFromDialer | null {
  if (draft !== undefined) return { away: null, isFinal: true };
  const isDialerOpening = now >= started_at && now - started_at < DIALER_OPENS_WITHIN_MS;
  return isDialerOpening || document.hidden ? null : { away: estimateCallSeconds(started_at, now), isFinal: true };
}

/** Returns null until the user comes back from the call, then how long they were away. */
export function useReturnFromDialer(call: CallIntent, now: () => number): ReturnFromDialer | null {
  const [back, setBack] = useState<ReturnFromDialer | null>(() => resultAtStart(call, now()));
  const { started_at } = call;
  const isWaiting = !back?.isFinal;
  useEffect(() => {
    if (!isWaiting) return;
    let hasLeft = document.hidden;
    const handleLeave = (): void => {
      hasLeft = true;
    };
    const handleReturn = (): void => {
      if (hasLeft && !document.hidden) setBack({ away: estimateCallSeconds(started_at, now()), isFinal: true });
    };
    const handleVisibility = (): void => (document.hidden ? handleLeave() : handleReturn());
    const handleStay = (): void => {
      if (!hasLeft && !document.hidden) setBack({ away: null, isFinal: false });
    };
    const timer = setTimeout(handleStay, DIALER_OPENS_WITHIN_MS);
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener('visibilitychange', handleVisibility, { signal });
    for (const event of ['blur', 'pagehide']) window.addEventListener(event, handleLeave, { signal });
    for (const event of ['focus', 'pageshow']) window.addEventListener(event, handleReturn, { signal });
    return () => {
      clearTimeout(timer);
      listeners.abort();
    };
  }, [isWaiting, started_at, now]);
  return back;
}
