import { useRef, useState } from 'react';
import { sync } from '../../../bridge/sync.ts';
import type { PublishResult } from '../../../bridge/flow-api.ts';

export type PublishState = { is: 'idle' | 'publishing' } | { is: 'done'; result: PublishResult };

/** Publishes a page. Attempts that are repeated after a lost response share one idempotency key. */
export function usePublish(
  flow_id: string,
  newKey: () => string,
): { state: PublishState; publish: () => Promise<void> } {
  const [state, setState] = useState<PublishState>({ is: 'idle' });
  const key = useRef<string>(null);
  const publish = async (): Promise<void> => {
    if (state.is === 'publishing') return;
    setState({ is: 'publishing' });
    // After a rejection the key is dropped, because the server would repeat the stored rejection for the same key.
    key.current ??= newKey();
    const result = await sync
      .account('publishFlow', flow_id, key.current)
      .catch((): PublishResult => ({ ok: false, why: 'no_answer' }));
    if (!result.ok && result.why !== 'no_answer') key.current = null;
    setState({ is: 'done', result });
  };
  return { state, publish };
}
