import { useRef, useState } from 'react';
import type { Done, Failure } from '../../bridge/sync-api.ts';
import { toast } from '../../ui/toast.ts';

export interface Asking {
  isPending: boolean;
  /** Why the last try did not come off; nothing was changed then. */
  fault: Failure | null;
  /** Gives whether it was done. */
  ask: (run: () => Promise<Done>, done: string) => Promise<boolean>;
}

/** Something that the network alone can do: once at a time, with words for what came of it. */
export function useAsk(): Asking {
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<Failure | null>(null);
  const isBusy = useRef(false);
  const ask: Asking['ask'] = async (run, words) => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setPending(true);
    setFault(null);
    const done = await run().catch((): Done => ({ ok: false, why: 'no_answer' }));
    if (done.ok) toast(words, { tone: 'ok' });
    else setFault(done);
    setPending(false);
    isBusy.current = false;
    return done.ok;
  };
  return { isPending, fault, ask };
}
