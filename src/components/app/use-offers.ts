import { useLiveQuery } from 'dexie-react-hooks';
import { isOfferedByDocumented } from '../../../contract/writes/documented-writes.ts';
import type { WriteName } from '../../../contract/writes/index.ts';
import { savedMetas } from '../../db/schema/meta.ts';
import { useStore } from '../../hooks/store-context.tsx';

/** The calls that the server lacks; null for our own server, and undefined until it is known. */
export function useApiLimits(): { missing: readonly { name: string }[] } | null | undefined {
  const { db } = useStore();
  return useLiveQuery(async () => {
    const { documented, missing_calls: missing = [] } = await savedMetas(db, 'documented', 'missing_calls');
    return documented ? { missing } : null;
  }, [db]);
}

/** Returns a function that tells whether the server offers a write, so that its button can be hidden. */
export function useOffers(): (kind: WriteName, args?: object) => boolean {
  const limits = useApiLimits();
  return (kind, args = {}) => !limits || isOfferedByDocumented(kind, args, limits.missing);
}
