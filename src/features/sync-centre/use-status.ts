import { useLiveQuery } from 'dexie-react-hooks';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { savedMeta } from '../../db/schema/meta.ts';
import { initialStatus, type SyncStatus } from '../../db/schema/sync-status.ts';

/** Whether the person paused sending. */
export function usePaused(): boolean {
  const { db } = useStore();
  return useLiveQuery(() => savedMeta(db, 'paused'), [db]) ?? false;
}

/** Returns the sync status; the initial one while reading. */
export function useStatus(): SyncStatus {
  return useSyncState()?.status ?? initialStatus;
}
