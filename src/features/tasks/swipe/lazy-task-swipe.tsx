import { lazy, type ReactElement, Suspense } from 'react';

// The rows work without swipes, so they do not wait for this code, and work even if it cannot be loaded.
const TaskSwipe = lazy(() =>
  import('./task-swipe.tsx').then(
    (loaded) => ({ default: loaded.TaskSwipe as () => ReactElement | null }),
    () => ({ default: () => null }),
  ),
);

/** Makes the rows of tasks on this screen swipeable. */
export function LazyTaskSwipe(): ReactElement {
  return (
    <Suspense>
      <TaskSwipe />
    </Suspense>
  );
}
