import { useRef, useState } from 'react';
import { toast } from '../ui/toast.ts';
import type { Fault } from '../components/error/error-messages.ts';

type Answer = { ok: true } | (Fault & { ok: false });

export interface Asking {
  isPending: boolean;
  /** Why the last try did not come off; nothing was changed then. */
  fault: Fault | null;
  /** Gives whether it was done. */
  ask: (run: () => Promise<Answer>, done: string) => Promise<boolean>;
}

/** Something that the network alone can do: once at a time, with words for what came of it. */
export function useAsk(): Asking {
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const isBusy = useRef(false);
  const ask: Asking['ask'] = async (run, words) => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setPending(true);
    setFault(null);
    const answer = await run().catch((): Answer => ({ ok: false, why: 'no_answer' }));
    if (answer.ok) toast(words, { tone: 'ok' });
    else setFault(answer);
    setPending(false);
    isBusy.current = false;
    return answer.ok;
  };
  return { isPending, fault, ask };
}
