import { useEffect, useState } from 'react';
import { onUpdateReady } from '../../bridge/service-worker.ts';

/** True when a new version waits to be taken. */
export function useUpdateReady(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => onUpdateReady(setReady), []);
  return isReady;
}
