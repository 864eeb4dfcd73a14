import { useEffect, useState } from 'react';

const SLOW_AFTER_MS = 2_000;

/** Whether the component has been shown for two seconds. After that time it should explain what it waits for. */
export function useIsSlow(): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow;
}
