import { useSyncState } from '../../hooks/sync-context.tsx';

/** Returns whether the server cannot confirm a request at the moment, so that a lead can be requested but not taken. */
export function useIsDisconnected(): boolean {
  const connection = useSyncState()?.status.connection;
  return connection === 'offline' || connection === 'no_answer';
}
