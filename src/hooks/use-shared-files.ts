import { useEffect, useEffectEvent } from 'react';
import { dropSharePart, readSharedFiles, type SharedKind } from '../db/storage/shares.ts';
import { useStore } from './store-context.tsx';

/** Identifies the files of one kind in a share. */
export interface SharedFilesKey {
  /** Id of the share; undefined if the screen was opened without one. */
  share: string | undefined;
  kind: SharedKind;
}

/** Removes the files from the share. Call after they have been used. */
type DropFiles = () => Promise<void>;

/**
 * Calls `open` with the files that another app has shared, or with an empty list if they are no longer on this device.
 * Returns the `drop` function that `open` also receives.
 */
export function useSharedFiles(
  { share, kind }: SharedFilesKey,
  open: (files: readonly File[], drop: DropFiles) => void,
): DropFiles {
  const store = useStore();
  const { user_id } = store.actor;
  const drop = async (): Promise<void> => {
    if (share !== undefined) await dropSharePart(globalThis.caches, share, kind);
  };
  const onFiles = useEffectEvent((files: readonly File[]) => open(files, drop));
  useEffect(() => {
    if (share === undefined) return;
    let isMounted = true;
    const take = (files: readonly File[]): void => {
      if (isMounted) onFiles(files);
    };
    readSharedFiles(globalThis.caches, { id: share, user_id, kind }, store.now()).then(take, () => take([]));
    return () => {
      isMounted = false;
    };
  }, [share, kind, user_id, store]);
  return drop;
}
