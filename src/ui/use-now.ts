import { useEffect, useState } from 'react';

const UPDATE_INTERVAL_MS = { second: 1000, minute: 60_000 };

/** Returns the time in epoch ms. While the page is visible, it is updated at the start of each second or minute. */
export function useNow(step: keyof typeof UPDATE_INTERVAL_MS = 'minute'): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const length = UPDATE_INTERVAL_MS[step];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = (): void => {
      clearTimeout(timer);
      if (document.hidden) return;
      const next = Date.now();
      // Within the same second or minute the value does not change: otherwise everything that shows a time would be
      // rendered twice at first.
      setNow((shown) => (Math.floor(shown / length) === Math.floor(next / length) ? shown : next));
      timer = setTimeout(tick, length - (next % length));
    };
    tick();
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [step]);
  return now;
}
