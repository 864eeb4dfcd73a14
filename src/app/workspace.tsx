import { useLiveQuery } from 'dexie-react-hooks';
import { RouterProvider, type RouterHistory } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense, useEffect, useMemo } from 'react';
import type { Me } from '../../contract/entities/me.ts';
import { AppProvider, type AppActions, type LoggedOutUser } from '../hooks/app-context.tsx';
import { StoreProvider } from '../hooks/store-context.tsx';
import { SyncStateProvider } from '../hooks/sync-context.tsx';
import { actorOf } from '../db/outbox/actor.ts';
import { loadStoreWrites, createStore } from '../db/schema/create-store.ts';
import type { Store } from '../db/schema/store.ts';
import type { Ports } from '../lib/ports.ts';
import { currentUserOf, type CurrentUser } from './current-user.ts';
import { CurrentUserProvider } from './current-user-context.tsx';
import { createAppRouter } from './router.tsx';
import { readUserData, type OpenSession, type SavedUserData } from './session.ts';

const StorageLost = lazy(() => import('./storage-lost.tsx').then((loaded) => ({ default: loaded.StorageLost })));

export type StorePorts = Pick<Ports, 'clock' | 'random' | 'caches'>;

/** The actions of the app without `locked`, which Routes adds. */
export type WorkspaceActions = Omit<AppActions, 'locked'>;

interface RoutesProps {
  user: CurrentUser | null;
  locked: LoggedOutUser | null;
  actions: WorkspaceActions;
  history: RouterHistory;
  /** Prefix of all paths in view mode. */
  basepath?: string | undefined;
}

/** The routes that a user, or a visitor without a login, may open. */
export function Routes({ user, locked, actions, history, basepath }: RoutesProps): ReactElement {
  const router = useMemo(() => createAppRouter(user, history, basepath), [user, history, basepath]);
  const app = useMemo(() => ({ ...actions, locked }), [actions, locked]);
  return (
    <AppProvider value={app}>
      <CurrentUserProvider value={user}>
        <RouterProvider key={user?.user_id ?? 'nobody'} router={router} />
      </CurrentUserProvider>
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

function useStoreForSession(session: OpenSession, me: Me | null, ports: StorePorts): Store {
  const { db, user_id, device_id, channel } = session;
  const placeholder = { user_name: '', first_name: '', is_manager: false };
  const { user_name, first_name, is_manager } = me ? actorOf(me, device_id) : placeholder;
  return useMemo(
    () => createStore(db, { user_id, user_name, first_name, device_id, is_manager }, ports, channel),
    [db, user_id, user_name, first_name, device_id, is_manager, ports, channel],
  );
}

/** Reads, with one live query, the data about the user and about sync that the app always needs. */
export function useUserData({ db, user_id, first }: OpenSession): SavedUserData {
  return useLiveQuery(async () => readUserData(db, user_id), [db, first], first);
}

export interface WorkspaceProps extends Omit<RoutesProps, 'user' | 'locked'> {
  session: OpenSession;
  saved: SavedUserData;
  ports: StorePorts;
}

/** The screens of a user, with their open database as store. */
export function Workspace({ session, saved, ports, ...routes }: WorkspaceProps): ReactElement {
  const { me, status, counts } = saved;
  const store = useStoreForSession(session, me, ports);
  const user = useStable(currentUserOf(session, saved));
  const locked = useStable(user ? null : { name: me?.first_name ?? '', to_send: counts.to_send });
  const sync = useMemo(() => ({ status, counts }), [status, counts]);
  useEffect(() => void loadStoreWrites().catch(() => {}), []);
  return (
    <StoreProvider value={store}>
      <SyncStateProvider value={sync}>
        {session.isLost && (
          <Suspense>
            <StorageLost />
          </Suspense>
        )}
        <Routes {...routes} user={user} locked={locked} />
      </SyncStateProvider>
    </StoreProvider>
  );
}
