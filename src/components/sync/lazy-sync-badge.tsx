import { lazy, type ReactElement, Suspense } from 'react';
import type { SyncBadgeProps } from './sync-badge.tsx';

const Badge = lazy<(props: SyncBadgeProps) => ReactElement | null>(() =>
  import('./sync-badge.tsx').then(
    (loaded) => ({ default: loaded.SyncBadge }),
    () => ({ default: () => null }),
  ),
);

/** A SyncBadge whose code is loaded on first use. For rows of first screens, few of which have a badge. */
export function LazySyncBadge(props: SyncBadgeProps): ReactElement {
  return (
    <Suspense>
      <Badge {...props} />
    </Suspense>
  );
}
