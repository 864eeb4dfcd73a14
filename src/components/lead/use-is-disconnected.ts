import { useSyncState } from '../../hooks/sync-context.tsx';

/** Returns whether a lead can only be requested at the moment, because the server cannot confirm the request. */
export function useIsDisconnected(): boolean {
  const connection = useSyncState()?.status.connection;
  return connection === 'offline' || connection === 'no_answer';
}
