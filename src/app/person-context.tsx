import { createContext, useContext } from 'react';
import type { Person } from './person.ts';

const PersonContext = createContext<Person | null>(null);

export const PersonProvider = PersonContext.Provider;

/** Returns the logged-in user; never null below the frame. */
export function usePerson(): Person | null {
  return useContext(PersonContext);
}
