import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import type { Contact } from '../../../contract/entities/contact.ts';
import { search } from '../../bridge/search.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { PhoneDb } from '../../db/schema/db.ts';
import { contactsByIds, latestContacts } from '../../db/queries/contacts.ts';

/** Maximum number of contacts before (MAX_SUGGESTED) and after (MAX_FOUND) a search text is typed. */
const MAX_SUGGESTED = 4;
const MAX_FOUND = 6;

const anyContactQuery = {
  category: null,
  status: null,
  owner: 'all',
  sort: 'name',
  offset: 0,
  limit: MAX_FOUND,
} as const;

async function findMatchingContacts(db: PhoneDb, user_id: string, text: string): Promise<Contact[]> {
  const results = await search.find(user_id, { ...anyContactQuery, text });
  const rows = await contactsByIds(db, results?.ids ?? []);
  return rows.filter((row) => row !== undefined);
}

/**
 * Returns the matching contacts; without a search text, the most recently changed ones. Keeps the previous result
 * until the next result arrives.
 */
export function useContactSearch(text: string): readonly Contact[] {
  const { db, actor } = useStore();
  const latest = useLiveQuery(async () => latestContacts(db, MAX_SUGGESTED), [db]);
  const [found, setFound] = useState<readonly Contact[]>([]);
  useEffect(() => {
    if (text === '') return;
    let isCurrent = true;
    const show = (rows: readonly Contact[]): void => {
      if (isCurrent) setFound(rows);
    };
    void findMatchingContacts(db, actor.user_id, text).then(show, () => show([]));
    return () => {
      isCurrent = false;
    };
  }, [db, actor.user_id, text]);
  return text === '' ? (latest ?? []) : found;
}
