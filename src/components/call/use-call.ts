import type { MouseEvent } from 'react';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { log } from '../../lib/log.ts';
import { refuseInView } from '../../lib/view-mode.ts';
import { startCall, type Callee } from './call-intent.ts';
import { dial, telHref } from './dial.ts';

type PlaceCall = (callee: Callee, beforeDialing?: () => Promise<void>) => Promise<void>;

/**
 * Returns a function that stores the start of a call, waits for `beforeDialing` and then opens the dialer. The dialer
 * opens even if one of the earlier steps fails.
 */
export function usePlaceCall(): PlaceCall {
  const store = useStore();
  const toastError = useWriteError();
  return async (callee, beforeDialing) => {
    if (refuseInView()) return;
    // A full disk must not prevent the call. The user can still log it manually.
    await startCall(store, callee).catch((error: unknown) => log.warn('the start of a call was not stored', error));
    // This must finish before dialing: the device may kill the app as soon as the dialer is open.
    await beforeDialing?.().catch(toastError);
    dial(callee.number);
  };
}

/**
 * Returns the attributes of a link that places a call; see `usePlaceCall`. The link is locked in view mode, because the
 * start of a call is stored.
 */
export function useCall(
  callee: Callee,
  beforeDialing?: () => Promise<void>,
): { href: string; onClick: (event: MouseEvent) => void; writes: true } {
  const placeCall = usePlaceCall();
  const onClick = (event: MouseEvent): void => {
    // Prevents the browser from opening the dialer before the start of the call is saved.
    event.preventDefault();
    void placeCall(callee, beforeDialing);
  };
  return { href: telHref(callee.number), onClick, writes: true };
}
