import { useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ComponentType, lazy, type ReactElement, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { type LogCallRequest, type OpenLogCall, setLogCallOpener } from '../components/call/log-call.ts';
import { savedMeta } from '../db/schema/meta.ts';
import type { LogCallSheetProps } from '../features/calls/log-call-sheet.tsx';
import { useStore } from '../hooks/store-context.tsx';
import { useIsShown } from '../hooks/use-is-shown.ts';
import { allowsPrefetch } from '../lib/connection.ts';
import { loadRestOfTexts } from './i18n.ts';

const AfterCallSheet = lazy(() =>
  import('../features/calls/after-call-sheet.tsx')
    .then(({ AfterCallSheet }) => ({ default: AfterCallSheet }))
    // If the code cannot be loaded, the call stays stored, and the user is asked about it at the next start.
    .catch(() => ({ default: () => null })),
);

/** Loads the sheet for logging a call together with its texts. */
async function loadLogCall(): Promise<ComponentType<LogCallSheetProps>> {
  const [{ LogCallSheet }] = await Promise.all([import('../features/calls/log-call-sheet.tsx'), loadRestOfTexts()]);
  return LogCallSheet;
}

/**
 * Delay in ms between the start of the app and the preload of the sheet. The sheet must open at once, but must not
 * delay the first screen.
 */
const PRELOAD_MS = 3_000;

interface OpenSheet {
  LogCall: ComponentType<LogCallSheetProps>;
  request: LogCallRequest;
  /** Number of times that the sheet was opened. Used as its React key, so that each time a new sheet is created. */
  round: number;
}

/** Opens the sheet for logging a call when a link on any screen requests it. */
function LogCall(): ReactElement | null {
  const navigate = useNavigate();
  // The component is kept in state, because a component from `lazy` would appear 300 ms late when it is first used.
  const [sheet, setSheet] = useState<OpenSheet | null>(null);
  const open = useEffectEvent<OpenLogCall>((request, click) => {
    if (click?.ctrlKey || click?.metaKey || click?.shiftKey) return false;
    click?.preventDefault();
    const show = (LogCall: OpenSheet['LogCall']): void =>
      setSheet((before) => ({ LogCall, request, round: (before?.round ?? 0) + 1 }));
    // If the code cannot be loaded, opens the screen with the complete form instead. That screen offers to try again.
    loadLogCall().then(show, () => void navigate({ to: '/calls/new', search: request }));
    return true;
  });
  useEffect(() => {
    setLogCallOpener((request, click) => open(request, click));
    const timer = setTimeout(() => {
      if (allowsPrefetch()) void loadLogCall().catch(() => {});
    }, PRELOAD_MS);
    return () => {
      setLogCallOpener(null);
      clearTimeout(timer);
    };
  }, []);
  return sheet && <sheet.LogCall key={sheet.round} request={sheet.request} onClose={() => setSheet(null)} />;
}

/** After a call that was started from the app, asks the user how it went. */
function AfterCall(): ReactElement | null {
  const { db } = useStore();
  const isShown = useIsShown();
  const hasUnloggedCall = useLiveQuery(async () => Boolean(await savedMeta(db, 'call_intent')), [db]);
  if (!hasUnloggedCall || !isShown({ to: '/calls/new' })) return null;
  return (
    <Suspense>
      <AfterCallSheet />
    </Suspense>
  );
}

/** The sheets about calls. They can be shown above any screen. */
export function CallSheets(): ReactElement {
  return (
    <>
      <AfterCall />
      <LogCall />
    </>
  );
}
