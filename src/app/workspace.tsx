import { useLiveQuery } from 'dexie-react-hooks';
import { RouterProvider, type RouterHistory } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense, useEffect, useMemo } from 'react';
import type { Me } from '../../contract/entities/me.ts';
import { AppProvider, type AppActions, type LockedPerson } from '../hooks/app-context.tsx';
import { StoreProvider } from '../hooks/store-context.tsx';
import { SyncStateProvider } from '../hooks/sync-context.tsx';
import { actorOf } from '../db/outbox/actor.ts';
import { loadOutbox, createStore, type Store } from '../db/schema/store.ts';
import type { Ports } from '../lib/ports.ts';
import { personOf, type Person } from './person.ts';
import { PersonProvider } from './person-context.tsx';
import { createAppRouter } from './router.tsx';
import { readSaved, type OpenSession, type Saved } from './session.ts';

const StorageLost = lazy(() => import('./storage-lost.tsx').then((loaded) => ({ default: loaded.StorageLost })));

export type StorePorts = Pick<Ports, 'clock' | 'random' | 'caches'>;

/** The actions of the app without `locked`, which Routes adds. */
export type ActionsProvider = Omit<AppActions, 'locked'>;

interface RoutesProps {
  person: Person | null;
  locked: LockedPerson | null;
  actions: ActionsProvider;
  history: RouterHistory;
  /** Prefix of all paths in a view. */
  basepath?: string | undefined;
}

/** The routes that a user, or a visitor without a login, may open. */
export function Routes({ person, locked, actions, history, basepath }: RoutesProps): ReactElement {
  const router = useMemo(() => createAppRouter(person, history, basepath), [person, history, basepath]);
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

function useStoreForSession(session: OpenSession, me: Me | null, ports: StorePorts): Store {
  const { db, user_id, device_id, channel } = session;
  const placeholder = { user_name: '', first_name: '', is_manager: false };
  const { user_name, first_name, is_manager } = me ? actorOf(me, device_id) : placeholder;
  return useMemo(
    () => createStore(db, { user_id, user_name, first_name, device_id, is_manager }, ports, channel),
    [db, user_id, user_name, first_name, device_id, is_manager, ports, channel],
  );
}

/** Reads the data about the user and sync that the app always needs, with a live query. */
export function useSaved({ db, user_id, first }: OpenSession): Saved {
  return useLiveQuery(async () => readSaved(db, user_id), [db, first], first);
}

export interface WorkspaceProps extends Omit<RoutesProps, 'person' | 'locked'> {
  session: OpenSession;
  saved: Saved;
  ports: StorePorts;
}

/** The screens of a user, with their open database as store. */
export function Workspace({ session, saved, ports, ...routes }: WorkspaceProps): ReactElement {
  const { me, status, counts } = saved;
  const store = useStoreForSession(session, me, ports);
  const person = useStable(personOf(session, saved));
  const locked = useStable(person ? null : { name: me?.first_name ?? '', to_send: counts.to_send });
  const sync = useMemo(() => ({ status, counts }), [status, counts]);
  useEffect(() => void loadOutbox().catch(() => {}), []);
  return (
    <StoreProvider value={store}>
      <SyncStateProvider value={sync}>
        {session.isLost && (
          <Suspense>
            <StorageLost />
          </Suspense>
        )}
        <Routes {...routes} person={person} locked={locked} />
      </SyncStateProvider>
    </StoreProvider>
  );
}
