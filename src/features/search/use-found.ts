import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { Person } from '../../../contract/entities/person.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { search } from '../../bridge/search.ts';
import { foundContacts, foundPeople, foundWaiting, type Found } from './queries.ts';

const SHOWN = 20;

export interface Everything {
  people: Found<Person>;
  waiting: Found<WaitingLead>;
}

/** People and leads that fit; undefined while they are looked for. */
export function useEverybody(text: string, isStaff: boolean): Everything | undefined {
  const { db } = useStore();
  const found = useLiveQuery(async () => {
    const none = { rows: [], count: 0 };
    if (text === '' || !isStaff) return { text, people: none, waiting: none };
    const [people, waiting] = await Promise.all([foundPeople(db, text, SHOWN), foundWaiting(db, text, SHOWN)]);
    return { text, people, waiting };
  }, [db, text, isStaff]);
  return found?.text === text ? found : undefined;
}

/** Contacts that fit: undefined while they are looked for, null when the search does not answer. */
export function useContacts(text: string): Found<Contact> | null | undefined {
  const { db, actor } = useStore();
  const [found, setFound] = useState<{ text: string; found: Found<Contact> | null }>();
  useEffect(() => {
    if (text === '') return;
    let isHere = true;
    const ask = async (): Promise<void> => {
      const next = await foundContacts(db, actor.user_id, text, SHOWN).catch(() => null);
      if (isHere) setFound({ text, found: next });
    };
    void ask();
    const stop = search.onChange(() => void ask());
    return () => {
      isHere = false;
      stop();
    };
  }, [db, actor.user_id, text]);
  return found?.text === text ? found.found : undefined;
}
