import { useRef, useState } from 'react';
import { sync } from '../../../bridge/sync.ts';
import type { PublishResult } from '../../../bridge/flow-api.ts';

/** `asking`: the page is being published. */
export type PublishState = { is: 'idle' | 'asking' } | { is: 'done'; result: PublishResult };

/** Publishes a page, one attempt at a time. Repeated attempts of one sheet count as one. */
export function usePublish(
  flow_id: string,
  newKey: () => string,
): { state: PublishState; publish: () => Promise<void> } {
  const [state, setState] = useState<PublishState>({ is: 'idle' });
  const key = useRef<string>(null);
  const publish = async (): Promise<void> => {
    if (state.is === 'asking') return;
    setState({ is: 'asking' });
    // A refused attempt has its own reply under its key; the next one must not get that reply again.
    key.current ??= newKey();
    const result = await sync
      .account('publishFlow', flow_id, key.current)
      .catch((): PublishResult => ({ ok: false, why: 'no_answer' }));
    if (!result.ok && result.why !== 'no_answer') key.current = null;
    setState({ is: 'done', result });
  };
  return { state, publish };
}
