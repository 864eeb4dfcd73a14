import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, type ReactNode, Suspense } from 'react';
import { useStore } from '../hooks/store-context.tsx';
import { savedMeta } from '../db/schema/meta.ts';

const Sheet = lazy(() =>
  import('../features/calls/after-call-sheet.tsx')
    .then(({ AfterCallSheet }) => ({ default: AfterCallSheet }))
    // If this code fails to load, the call stays stored and the app asks at the next start.
    .catch(() => ({ default: () => null })),
);

/** Asks how a call went once one has started. Its code loads only then. */
export function AfterCall(): ReactNode {
  const { db } = useStore();
  const isAsked = useLiveQuery(async () => Boolean(await savedMeta(db, 'call_intent')), [db]);
  return (
    isAsked && (
      <Suspense>
        <Sheet />
      </Suspense>
    )
  );
}
