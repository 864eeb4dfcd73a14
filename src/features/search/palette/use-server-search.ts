import { useState } from 'react';
import type { StructureUser } from '../../../../contract/api-calls/people.ts';
import { sync } from '../../../bridge/sync.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { staffKeys, type PeopleQuery } from '../../../lib/cached-pages.ts';

/** Returns the query of the people list for a text, so that palette and people list share the cached page. */
const queryFor = (search: string): PeopleQuery => ({
  page: 1,
  search,
  ordering: 'name',
  status: '',
  language: '',
  country: '',
  responsible_id: '',
  tag: '',
  group: '',
});

export interface ServerSearch {
  state: 'idle' | 'running' | 'failed' | 'found';
  rows: readonly StructureUser[];
  run: () => void;
}

const none: readonly StructureUser[] = [];

/** Searches for people on the server when `run` is called. The results are discarded when the text changes. */
export function useServerSearch(text: string): ServerSearch {
  const { db } = useStore();
  const [last, setLast] = useState<{ text: string; state: ServerSearch['state']; rows: readonly StructureUser[] }>();
  const search = async (): Promise<void> => {
    setLast({ text, state: 'running', rows: none });
    const query = queryFor(text);
    const done = await sync.account('fetchPeople', query).catch(() => ({ ok: false }));
    const page = done.ok ? await db.pages.get(staffKeys.people(query)) : undefined;
    const found = { text, state: page ? 'found' : 'failed', rows: (page?.rows ?? none) as StructureUser[] } as const;
    // The result is ignored if the text has changed while the server was responding.
    setLast((current) => (current?.text === text ? found : current));
  };
  const { state, rows } = last?.text === text ? last : { state: 'idle' as const, rows: none };
  return { state, rows, run: () => void search() };
}
