import { createContext, useContext } from 'react';
import type { Store } from '../db/schema/store.ts';

const StoreContext = createContext<Store | null>(null);

/** Set by the session gate once somebody is logged in and their database is open. */
export const StoreProvider = StoreContext.Provider;

/** The database and verbs of the person who is logged in. */
export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new Error('useStore outside the session gate');
  return store;
}
