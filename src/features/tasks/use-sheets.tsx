import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import type { OpenSheetOf } from './open-sheet.tsx';

const loadSheet = () => import('./open-sheet.tsx').then(({ OpenSheet }) => ({ default: OpenSheet }));
const LazySheet = lazy(loadSheet);

export interface TaskSheets {
  open: (sheet: OpenSheetOf) => void;
  /** The element to render once in the screen. */
  sheet: ReactElement | null;
}

/** The sheets of a task, of which at most one is open. A sheet keeps the task as it was when the sheet opened. */
export function useTaskSheets(): TaskSheets {
  const [openSheet, setOpenSheet] = useState<OpenSheetOf | null>(null);
  const close = (): void => setOpenSheet(null);
  // The sheet is loaded early, because the first press must not wait for the network.
  useEffect(() => void loadSheet().catch(() => {}), []);
  const sheet = openSheet && (
    <Suspense>
      <LazySheet sheet={openSheet} onClose={close} />
    </Suspense>
  );
  return { open: setOpenSheet, sheet };
}
