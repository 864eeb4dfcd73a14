import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createBrowserHistory, RouterProvider, type RouterHistory } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
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
import { AppProvider, type AppActions, type LockedPerson, type Preferences } from '../hooks/app-context.tsx';
import { StoreProvider } from '../hooks/store-context.tsx';
import { SyncStateProvider } from '../hooks/sync-context.tsx';
import { actorOf } from '../db/outbox/actor.ts';
import { loadOutbox, createStore, type Store } from '../db/schema/store.ts';
import type { Ports } from '../lib/ports.ts';
import { OutermostErrorBoundary, NoStorageScreen, SupersededScreen } from './error-screen.tsx';
import { personOf, type Person } from './person.ts';
import { PersonProvider } from './person-context.tsx';
import { RootLoading } from './root-loading.tsx';
import { createAppRouter } from './router.tsx';
import { readSaved, type OpenSession, type Session } from './session.ts';
import { clearMirroredToken } from './clear-token.ts';
import { usePreferences } from './use-preferences.ts';

/** The toaster is loaded lazily, since there is nothing to announce right after the start. */
const Toaster = lazy(() =>
  import('../ui/toaster.tsx').then(
    ({ Toaster: Shown }): { default: () => ReactNode } => ({ default: Shown }),
    () => ({ default: () => null }),
  ),
);

const StorageLost = lazy(() => import('./storage-lost.tsx').then((loaded) => ({ default: loaded.StorageLost })));

/** The module is loaded lazily, because the first screen does not need it. */
const loadMirror = () => import('./mirror-token.ts');
const loadProtection = () => import('../components/app/protect-storage.ts');

const EphemeralStorageBanner = lazy(() =>
  import('./ephemeral-storage-banner.tsx').then((loaded) => ({ default: loaded.EphemeralStorageBanner })),
);

export interface AppProps {
  session: Session;
  ports: Pick<Ports, 'clock' | 'random' | 'caches'>;
  boot: Preferences;
  history?: RouterHistory;
  /** Whether the browser provides no storage, so that all data is lost when this page is closed. */
  hasNoStorage?: boolean;
}

type ActionsProvider = Omit<AppActions, 'locked'>;

interface RoutesProps {
  person: Person | null;
  locked: LockedPerson | null;
  actions: ActionsProvider;
  history: RouterHistory;
}

function Routes({ person, locked, actions, history }: RoutesProps): ReactElement {
  const router = useMemo(() => createAppRouter(person, history), [person, history]);
  const app = useMemo(() => ({ ...actions, locked }), [actions, locked]);
  return (
    <AppProvider value={app}>
      <PersonProvider value={person}>
        <RouterProvider key={person?.user_id ?? 'nobody'} router={router} />
      </PersonProvider>
    </AppProvider>
  );
}

/**
 * Returns the same object as long as its values are equal, so that the router is created again only if the user or
 * their role changes.
 */
function useStable<T extends object>(value: T | null): T | null {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text) as T | null, [text]);
}

function useStoreForSession(session: OpenSession, me: Me | null, ports: AppProps['ports']): Store {
  const { db, user_id, device_id, channel } = session;
  const placeholder = { user_name: '', first_name: '', is_manager: false };
  const { user_name, first_name, is_manager } = me ? actorOf(me, device_id) : placeholder;
  return useMemo(
    () => createStore(db, { user_id, user_name, first_name, device_id, is_manager }, ports, channel),
    [db, user_id, user_name, first_name, device_id, is_manager, ports, channel],
  );
}

interface SignedInProps extends Omit<RoutesProps, 'person' | 'locked'> {
  session: OpenSession;
  ports: AppProps['ports'];
  onMe: (me: Me | null) => void;
}

function SignedIn({ session, ports, onMe, actions, history }: SignedInProps): ReactElement {
  const saved = useLiveQuery(
    async () => readSaved(session.db, session.user_id),
    [session.db, session.first],
    session.first,
  );
  const { me, status, counts, token } = saved;
  const store = useStoreForSession(session, me, ports);
  const person = useStable(personOf(session, saved));
  const locked = useStable(person ? null : { name: me?.first_name ?? '', to_send: counts.to_send });
  const sync = useMemo(() => ({ status, counts }), [status, counts]);
  const hasUnsent = counts.to_send > 0;
  useEffect(() => void loadOutbox().catch(() => {}), []);
  useEffect(() => onMe(me), [me, onMe]);
  useEffect(() => {
    if (!person || !token) clearMirroredToken();
    else void loadMirror().then(({ mirrorToken }) => mirrorToken(session.db, token), clearMirroredToken);
  }, [person, token, session.db]);
  useEffect(() => {
    // Once there is an unsent write, the browser must not evict our storage.
    if (hasUnsent)
      void loadProtection().then(
        ({ protectStorage }) => protectStorage(session.db),
        () => {},
      );
  }, [hasUnsent, session.db]);
  return (
    <StoreProvider value={store}>
      <SyncStateProvider value={sync}>
        {session.isLost && (
          <Suspense>
            <StorageLost />
          </Suspense>
        )}
        <Routes person={person} locked={locked} actions={actions} history={history} />
      </SyncStateProvider>
    </StoreProvider>
  );
}

function useAppActions(
  session: Session,
  preferences: Preferences,
  prefer: ActionsProvider['prefer'],
  history: RouterHistory,
): ActionsProvider {
  return useMemo(
    () => ({
      preferences,
      prefer,
      entered: session.entered,
      // Without this, the next user would start on this user's last screen.
      leave: (mode) => session.leave(mode, () => history.replace('/login')),
      sendNow: session.sendNow,
    }),
    [session, preferences, prefer, history],
  );
}

/** Checks the session when the tab becomes visible: another tab may have logged in or out. */
function useSessionRecheck(session: Session): void {
  const recheck = useCallback(() => {
    if (document.visibilityState === 'visible') void session.open();
  }, [session]);
  useEffect(() => {
    document.addEventListener('visibilitychange', recheck);
    return () => document.removeEventListener('visibilitychange', recheck);
  }, [recheck]);
}

function AppContent({ session, ports, boot, history }: Omit<Required<AppProps>, 'hasNoStorage'>): ReactNode {
  const state = useSyncExternalStore(session.watch, session.current);
  const [me, setMe] = useState<Me | null>(null);
  const [preferences, prefer] = usePreferences(session.device, boot, me);
  const actions = useAppActions(session, preferences, prefer, history);
  useSessionRecheck(session);
  switch (state.kind) {
    case 'unknown':
    case 'leaving':
      return <RootLoading />;
    case 'superseded':
      return <SupersededScreen />;
    case 'failed':
      return <NoStorageScreen error={state.error} />;
    case 'out':
      return <Routes person={null} locked={null} actions={actions} history={history} />;
    case 'in':
      return (
        <SignedIn key={state.user_id} session={state} ports={ports} onMe={setMe} actions={actions} history={history} />
      );
  }
}

/** The complete app: translations, session, the user's database and the routes that the user may open. */
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
        <Toaster />
      </Suspense>
    </I18nProvider>
  );
}
