import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { Person } from '../../../contract/entities/person.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { search } from '../../bridge/search.ts';
import { foundContacts, foundPeople, foundWaiting, type FoundRows } from './queries.ts';

const MAX_SHOWN = 20;

export interface SearchResults {
  people: FoundRows<Person>;
  waiting: FoundRows<WaitingLead>;
}

/** Returns the matching people and leads; undefined while the search runs. */
export function usePeopleSearch(text: string, isStaff: boolean): SearchResults | undefined {
  const { db } = useStore();
  const results = useLiveQuery(async () => {
    const noRows = { rows: [], count: 0 };
    if (text === '' || !isStaff) return { text, people: noRows, waiting: noRows };
    const [people, waiting] = await Promise.all([foundPeople(db, text, MAX_SHOWN), foundWaiting(db, text, MAX_SHOWN)]);
    return { text, people, waiting };
  }, [db, text, isStaff]);
  return results?.text === text ? results : undefined;
}

/** Returns the matching contacts; undefined while the search runs, null if the search worker does not respond. */
export function useContactSearch(text: string): FoundRows<Contact> | null | undefined {
  const { db, actor } = useStore();
  const [found, setFound] = useState<{ text: string; found: FoundRows<Contact> | null }>();
  useEffect(() => {
    if (text === '') return;
    let isCurrent = true;
    const searchContacts = async (): Promise<void> => {
      const next = await foundContacts(db, actor.user_id, text, MAX_SHOWN).catch(() => null);
      if (isCurrent) setFound({ text, found: next });
    };
    void searchContacts();
    const stop = search.onChange(() => void searchContacts());
    return () => {
      isCurrent = false;
      stop();
    };
  }, [db, actor.user_id, text]);
  return found?.text === text ? found.found : undefined;
}
