import { createContext, useContext } from 'react';
import type { Store } from '../db/schema/store.ts';

const StoreContext = createContext<Store | null>(null);

/** Workspace provides the store while a user is logged in and their database is open. */
export const StoreProvider = StoreContext.Provider;

/** Returns the database and actions of the logged-in user. */
export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new Error('useStore outside the session gate');
  return store;
}
