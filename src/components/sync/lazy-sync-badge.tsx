import { lazy, type ReactElement, Suspense } from 'react';
import type { SyncBadgeProps } from './sync-badge.tsx';

const Badge = lazy<(props: SyncBadgeProps) => ReactElement | null>(() =>
  import('./sync-badge.tsx').then(
    (loaded) => ({ default: loaded.SyncBadge }),
    () => ({ default: () => null }),
  ),
);

/** A sync badge that is loaded on demand, for the rows of the first screens, of which few have one. */
export function LazySyncBadge(props: SyncBadgeProps): ReactElement {
  return (
    <Suspense>
      <Badge {...props} />
    </Suspense>
  );
}
