import { useEffect } from 'react';

/**
 * Keeps the screen on while `isActive`. The browser releases the lock when the page is hidden, so it is requested again
 * when the page is shown. If the browser does not support wake locks, or refuses one to save the battery, nothing
 * happens.
 */
export function useWakeLock(isActive: boolean): void {
  useEffect(() => {
    if (!isActive || !('wakeLock' in navigator)) return;
    let isOver = false;
    let lock: WakeLockSentinel | null = null;
    const request = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || (lock !== null && !lock.released)) return;
      const requested = await navigator.wakeLock.request('screen');
      // `isActive` may have become false before the browser answered.
      if (isOver) await requested.release();
      else lock = requested;
    };
    const run = (): void => void request().catch(() => {});
    run();
    document.addEventListener('visibilitychange', run);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', run);
      void lock?.release().catch(() => {});
    };
  }, [isActive]);
}
