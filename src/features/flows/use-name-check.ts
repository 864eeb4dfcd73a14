import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { UniqueName } from '../../../contract/entities/flow.ts';
import { sync } from '../../bridge/sync.ts';
import { useSyncState } from '../../hooks/sync-context.tsx';

/** Delay between the last key press and the check of an address. */
export const CHECK_DELAY_MS = 500;

/** In the state `later`, the server cannot be reached. The address is checked as soon as it can be reached again. */
export type NameCheckState = { state: 'none' | 'checking' | 'free' | 'later' } | { state: 'taken'; text: string };

const NOT_CHECKED: NameCheckState = { state: 'none' };

/** Whether this device cannot reach the server at the moment. */
export function useIsServerUnreachable(): boolean {
  const connection = useSyncState()?.status.connection;
  return connection === 'offline' || connection === 'no_answer' || connection === 'portal';
}

/**
 * Checks with the server, shortly after the last key press, whether an address is free. If the check fails, the state
 * is also `taken`, with an error message as its text. `flow_id` is the edited flow, whose own address counts as free;
 * null for a new flow.
 */
export function useNameCheck(name: string, flow_id: string | null): NameCheckState {
  const { t } = useLingui();
  const isDisconnected = useIsServerUnreachable();
  const [found, setFound] = useState<{ name: string; check: NameCheckState }>();
  const isValid = UniqueName.safeParse(name).success;
  useEffect(() => {
    if (!isValid || isDisconnected) return;
    let isCurrent = true;
    const checkName = async (): Promise<void> => {
      const result = await sync.account('checkFlowName', name, flow_id).catch(() => null);
      if (!isCurrent) return;
      const failed = t`An error occurred`;
      const isFree = result?.ok === true && !result.is_taken;
      const text = result?.ok === true ? (result.error ?? failed) : failed;
      setFound({ name, check: isFree ? { state: 'free' } : { state: 'taken', text } });
    };
    const timer = setTimeout(() => void checkName(), CHECK_DELAY_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [name, flow_id, isValid, isDisconnected, t]);
  if (!isValid) return NOT_CHECKED;
  if (isDisconnected) return { state: 'later' };
  return found?.name === name ? found.check : { state: 'checking' };
}
