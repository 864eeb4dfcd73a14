import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import type { OpenedSheet } from './open-sheet.tsx';

const loadSheet = () => import('./open-sheet.tsx').then(({ OpenSheet }) => ({ default: OpenSheet }));
const LazySheet = lazy(loadSheet);

export interface TaskSheets {
  open: (sheet: OpenedSheet) => void;
  /** The open sheet, which the screen renders; null if none is open. */
  sheet: ReactElement | null;
}

/**
 * The sheets of a task. At most one of them is open. An open sheet keeps showing the task as it was when the sheet
 * opened.
 */
export function useTaskSheets(): TaskSheets {
  const [openSheet, setOpenSheet] = useState<OpenedSheet | null>(null);
  const close = (): void => setOpenSheet(null);
  // The code of the sheets is loaded early, because the first press must not wait for the network.
  useEffect(() => void loadSheet().catch(() => {}), []);
  const sheet = openSheet && (
    <Suspense>
      <LazySheet sheet={openSheet} onClose={close} />
    </Suspense>
  );
  return { open: setOpenSheet, sheet };
}
