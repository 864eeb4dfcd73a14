import { createContext, useContext } from 'react';
import type { Person } from './person.ts';

const PersonContext = createContext<Person | null>(null);

export const PersonProvider = PersonContext.Provider;

/** Who is logged in; the routes below the frame have somebody. */
export function usePerson(): Person | null {
  return useContext(PersonContext);
}
