import type { MouseEvent } from 'react';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { log } from '../../lib/log.ts';
import { startCall, type Callee } from './call-intent.ts';
import { dial, telHref } from './dial.ts';

/**
 * Returns the attributes of a link that stores the start of the call, waits for `beforeDialing` and then opens the
 * dialer, even if one of them fails.
 */
export function useCall(
  callee: Callee,
  beforeDialing?: () => Promise<void>,
): { href: string; onClick: (event: MouseEvent) => void } {
  const store = useStore();
  const failure = useWriteError();
  const call = async (): Promise<void> => {
    // A full disk must not prevent the call; the user can log it manually.
    await startCall(store, callee).catch((error: unknown) => log.warn('the start of a call was not stored', error));
    // The device may kill the app as soon as the dialer is open.
    await beforeDialing?.().catch(failure);
    dial(callee.number);
  };
  const onClick = (event: MouseEvent): void => {
    // Prevents the browser from opening the dialer before the start of the call is saved.
    event.preventDefault();
    void call();
  };
  return { href: telHref(callee.number), onClick };
}
