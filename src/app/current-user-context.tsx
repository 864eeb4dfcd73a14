import { createContext, useContext } from 'react';
import type { CurrentUser } from './current-user.ts';

const CurrentUserContext = createContext<CurrentUser | null>(null);

export const CurrentUserProvider = CurrentUserContext.Provider;

/** Returns the logged-in user; never null below the frame. */
export function useCurrentUser(): CurrentUser | null {
  return useContext(CurrentUserContext);
}
