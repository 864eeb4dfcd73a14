import { useLiveQuery } from 'dexie-react-hooks';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { savedMeta } from '../../db/schema/meta.ts';
import { initialStatus, type SyncStatus } from '../../db/schema/sync-status.ts';

/** Returns whether the user has paused sending. */
export function useIsPaused(): boolean {
  const { db } = useStore();
  return useLiveQuery(async () => savedMeta(db, 'paused'), [db]) ?? false;
}

/** Returns the sync status; the initial status until it is read. */
export function useStatus(): SyncStatus {
  return useSyncState()?.status ?? initialStatus;
}
