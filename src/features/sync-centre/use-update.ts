import { useEffect, useState } from 'react';
import { onUpdateReady } from '../../bridge/service-worker.ts';

/** Returns true when a new version is waiting. */
export function useUpdateReady(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => onUpdateReady(setReady), []);
  return isReady;
}
