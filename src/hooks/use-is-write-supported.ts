import { isSupportedByDocumented } from '../../contract/writes/documented-writes.ts';
import type { WriteName } from '../../contract/writes/index.ts';
import { useSyncState } from './sync-context.tsx';

/** The calls that the server lacks; null for our own server. */
export function useApiLimits(): { missing: readonly { name: string }[] } | null {
  const missing = useSyncState()?.status.limits;
  return missing ? { missing } : null;
}

/** Returns a function that tells whether the server supports a write, so that its button can be hidden. */
export function useIsWriteSupported(): (kind: WriteName, args?: object) => boolean {
  const limits = useApiLimits();
  return (kind, args = {}) => !limits || isSupportedByDocumented(kind, args, limits.missing);
}
