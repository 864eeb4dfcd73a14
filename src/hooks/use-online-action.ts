import { useRef, useState } from 'react';
import { toast } from '../ui/toast.ts';
import type { FailureCode } from '../components/error/error-messages.ts';

type Answer = { ok: true } | (FailureCode & { ok: false });

export interface OnlineAction {
  isPending: boolean;
  /** Why the last try did not come off; nothing was changed then. */
  error: FailureCode | null;
  /** Gives whether it was done. */
  run: (run: () => Promise<Answer>, done: string) => Promise<boolean>;
}

/** Something that the network alone can do: once at a time, with words for what came of it. */
export function useOnlineAction(): OnlineAction {
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<FailureCode | null>(null);
  const isBusy = useRef(false);
  const ask: OnlineAction['run'] = async (run, words) => {
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
  return { isPending, error: fault, run: ask };
}
