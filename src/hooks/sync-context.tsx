import { createContext, useContext } from 'react';
import type { OutboxCounts } from '../db/queries/status.ts';
import type { SyncStatus } from '../db/schema/sync-status.ts';

export interface SyncState {
  status: SyncStatus;
  counts: OutboxCounts;
}

const SyncContext = createContext<SyncState | null>(null);

/**
 * Provides the sync status. The app reads it with one live query, so that all parts of the screen show the same state.
 */
export const SyncStateProvider = SyncContext.Provider;

/** Returns the sync status; null while it is being read. */
export function useSyncState(): SyncState | null {
  return useContext(SyncContext);
}
