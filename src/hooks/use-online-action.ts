import { useRef, useState } from 'react';
import { toast } from '../ui/toast.ts';
import type { FailureCode } from '../components/error/error-messages.ts';

type ActionResult = { ok: true } | (FailureCode & { ok: false });

export interface OnlineAction {
  isPending: boolean;
  /** Why the last attempt failed. A failed attempt changes nothing. */
  error: FailureCode | null;
  /** Runs the action. Resolves to whether it succeeded. */
  run: (run: () => Promise<ActionResult>, done: string) => Promise<boolean>;
}

/** Runs actions that need the network, one at a time, and reports their results. */
export function useOnlineAction(): OnlineAction {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<FailureCode | null>(null);
  const isBusy = useRef(false);
  const runOnce: OnlineAction['run'] = async (run, doneMessage) => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setPending(true);
    setFailure(null);
    const result = await run().catch((): ActionResult => ({ ok: false, why: 'no_answer' }));
    if (result.ok) toast(doneMessage, { tone: 'ok' });
    else setFailure(result);
    setPending(false);
    isBusy.current = false;
    return result.ok;
  };
  return { isPending, error: failure, run: runOnce };
}
