import { lazy, type ReactElement, Suspense } from 'react';

const Sheet = lazy(async () => ({ default: (await import('./whats-new-sheet.tsx')).WhatsNewSheet }));

/** Opens the notes of the latest versions. Their code is loaded only then. */
export function WhatsNew({ onClose }: { onClose: () => void }): ReactElement {
  return (
    <Suspense>
      <Sheet onClose={onClose} />
    </Suspense>
  );
}
