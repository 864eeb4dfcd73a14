import type { MouseEvent } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { log } from '../../lib/log.ts';
import { startCall, type Callee } from './call-intent.ts';
import { dial, telHref } from './dial.ts';

/** Link attributes that call a number; the start of the call is stored first. */
export function useCall(callee: Callee): { href: string; onClick: (event: MouseEvent) => void } {
  const store = useStore();
  const call = async (): Promise<void> => {
    // A full disk must not prevent the call; it can be logged manually.
    await startCall(store, callee).catch((error: unknown) => log.warn('the start of a call was not kept', error));
    dial(callee.number);
  };
  const onClick = (event: MouseEvent): void => {
    // The browser would leave before the write reaches the disk.
    event.preventDefault();
    void call();
  };
  return { href: telHref(callee.number), onClick };
}
