import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';
import {
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Me } from '../../contract/entities/me.ts';
import type { Preferences } from '../hooks/app-context.tsx';
import { OutermostErrorBoundary, SupersededScreen } from './error-screen.tsx';
import { loadRestOfTexts } from './i18n.ts';
import { currentUserOf } from './current-user.ts';
import { RootLoading } from './root-loading.tsx';
import type { Session } from './session.ts';
import { clearMirroredToken } from './clear-token.ts';
import { usePreferences } from './use-preferences.ts';
import type { OpenView } from './view-as/open-view.ts';
import {
  Routes,
  useUserData,
  Workspace,
  type WorkspaceActions,
  type StorePorts,
  type WorkspaceProps,
} from './workspace.tsx';

/** These parts are loaded lazily, because they show nothing right after the start. */
const AppExtras = lazy(() =>
  import('./app-extras.tsx').then(
    ({ AppExtras: Shown }): { default: () => ReactNode } => ({ default: Shown }),
    () => ({ default: () => null }),
  ),
);

/** The module is loaded lazily, because the first screen does not need it. */
const loadMirror = () => import('./mirror-token.ts');
const loadProtection = () => import('../components/app/protect-storage.ts');

const EphemeralStorageBanner = lazy(() =>
  import('./ephemeral-storage-banner.tsx').then((loaded) => ({ default: loaded.EphemeralStorageBanner })),
);

const NoStorageScreen = lazy(async () => {
  const [loaded] = await Promise.all([import('./no-storage-screen.tsx'), loadRestOfTexts()]);
  return { default: loaded.NoStorageScreen };
});

const ViewedApp = lazy(() => import('./view-as/viewed-app.tsx').then((loaded) => ({ default: loaded.ViewedApp })));

export interface AppProps {
  session: Session;
  ports: StorePorts;
  boot: Preferences;
  history?: RouterHistory;
  /** Whether the browser provides no storage, so that all data is lost when this page is closed. */
  hasNoStorage?: boolean;
}

interface SignedInProps extends Omit<WorkspaceProps, 'saved'> {
  onMe: (me: Me | null) => void;
}

function SignedIn({ onMe, ...workspace }: SignedInProps): ReactElement {
  const { session } = workspace;
  const saved = useUserData(session);
  const { me, counts, token } = saved;
  const isValid = currentUserOf(session, saved) !== null;
  const hasUnsent = counts.to_send > 0;
  useEffect(() => onMe(me), [me, onMe]);
  useEffect(() => {
    if (!isValid || !token) clearMirroredToken();
    else void loadMirror().then(({ mirrorToken }) => mirrorToken(session.db, token), clearMirroredToken);
  }, [isValid, token, session.db]);
  useEffect(() => {
    // As soon as there is an unsent write, the browser must not evict our storage.
    if (hasUnsent)
      void loadProtection().then(
        ({ protectStorage }) => protectStorage(session.db),
        () => {},
      );
  }, [hasUnsent, session.db]);
  return <Workspace {...workspace} saved={saved} />;
}

function useAppActions(
  session: Session,
  preferences: Preferences,
  setPreferences: WorkspaceActions['setPreferences'],
  history: RouterHistory,
  startView: WorkspaceActions['startView'],
): WorkspaceActions {
  return useMemo(
    () => ({
      preferences,
      setPreferences,
      openSession: session.openSession,
      // Replaces the path, because otherwise the next user would start on this user's last screen.
      logOut: (mode) => session.logOut(mode, () => history.replace('/login')),
      syncNow: session.syncNow,
      startView,
    }),
    [session, preferences, setPreferences, history, startView],
  );
}

/** Checks the session when the tab becomes visible, because the user may have logged in or out in another tab. */
function useSessionRecheck(session: Session): void {
  const recheck = useCallback(() => {
    if (document.visibilityState === 'visible') void session.open();
  }, [session]);
  useEffect(() => {
    document.addEventListener('visibilitychange', recheck);
    return () => document.removeEventListener('visibilitychange', recheck);
  }, [recheck]);
}

/**
 * Returns the open view, in which the app is shown as another user sees it (null if no view is open), and the functions
 * that start and end a view.
 */
function useView(session: Session, ports: StorePorts): [OpenView | null, WorkspaceActions['startView'], () => void] {
  const [view, setView] = useState<OpenView | null>(null);
  const startView: WorkspaceActions['startView'] = useCallback(
    async (user_id, reason) => {
      const { openView } = await import('./view-as/open-view.ts');
      const opened = await openView(session, ports, user_id, reason);
      if (opened.ok) setView(opened.view);
      return opened;
    },
    [session, ports],
  );
  const endView = useCallback(() => setView(null), []);
  return [view, startView, endView];
}

function AppContent({ session, ports, boot, history }: Omit<Required<AppProps>, 'hasNoStorage'>): ReactNode {
  const state = useSyncExternalStore(session.watch, session.current);
  const [me, setMe] = useState<Me | null>(null);
  const [preferences, setPreferences] = usePreferences(session.device, boot, me);
  const [view, startView, endView] = useView(session, ports);
  const actions = useAppActions(session, preferences, setPreferences, history, startView);
  useSessionRecheck(session);
  switch (state.kind) {
    case 'unknown':
    case 'leaving':
      return <RootLoading />;
    case 'superseded':
      return <SupersededScreen />;
    case 'failed':
      return (
        <Suspense fallback={<RootLoading />}>
          <NoStorageScreen error={state.error} />
        </Suspense>
      );
    case 'out':
      return <Routes user={null} locked={null} actions={actions} history={history} />;
    case 'in':
      if (view)
        return (
          <Suspense fallback={<RootLoading />}>
            <ViewedApp view={view} actions={actions} history={history} onEnd={endView} />
          </Suspense>
        );
      return (
        <SignedIn key={state.user_id} session={state} ports={ports} onMe={setMe} actions={actions} history={history} />
      );
  }
}

/** The complete app: translations, session, the user's database, and the routes of the user's role. */
export function App({ history: given, hasNoStorage: isEphemeral = false, ...props }: AppProps): ReactElement {
  const history = useMemo(() => given ?? createBrowserHistory(), [given]);
  return (
    <I18nProvider i18n={i18n}>
      {isEphemeral && (
        <Suspense>
          <EphemeralStorageBanner />
        </Suspense>
      )}
      <OutermostErrorBoundary>
        <AppContent {...props} history={history} />
      </OutermostErrorBoundary>
      <Suspense>
        <AppExtras />
      </Suspense>
    </I18nProvider>
  );
}
