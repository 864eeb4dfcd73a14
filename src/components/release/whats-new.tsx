import { lazy, type ReactElement, Suspense } from 'react';

const Sheet = lazy(async () => ({ default: (await import('./whats-new-sheet.tsx')).WhatsNewSheet }));

/** Shows the notes of the latest versions. Their code is loaded when they are first shown. */
export function WhatsNew({ onClose }: { onClose: () => void }): ReactElement {
  return (
    <Suspense>
      <Sheet onClose={onClose} />
    </Suspense>
  );
}
