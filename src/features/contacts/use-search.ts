import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ContactQuery } from '../../bridge/search-api.ts';
import { search } from '../../bridge/search.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { shownRows, type ShownRows } from './queries.ts';
import { FoundList, keyOf, type ListState, type ResultPage } from './use-search-list.ts';

/**
 * The state of the contact list when the user left it, so that returning to the list restores its scroll position
 * without a delay.
 */
interface LastListState {
  user_id: string;
  shown: ResultPage;
  rows: ShownRows;
  scroll: number;
}

let lastState: LastListState | null = null;

/** Returns the stored state of this contact list, or null. */
export const lastListState = (user_id: string, wanted: ContactQuery): LastListState | null =>
  lastState?.user_id === user_id && lastState.shown.key === keyOf(wanted) ? lastState : null;

export function saveListState(next: LastListState): void {
  lastState = next;
}

export interface FoundRows extends ListState {
  shownRows: ShownRows | undefined;
  /** Reports which rows are visible, from `first` to `last`. */
  setVisibleRows: (first: number, last: number) => void;
  again: () => void;
}

const noIds: readonly string[] = [];

/** Returns the matching contacts: ids from the search worker, visible rows from the database, both kept current. */
export function useMatchingContacts(wanted: ContactQuery): FoundRows {
  const { db, actor } = useStore();
  const { user_id } = actor;
  const [before] = useState(() => lastListState(user_id, wanted));
  const [list] = useState(() => new FoundList(wanted, (find) => search.find(user_id, find), before?.shown ?? null));
  const state = useSyncExternalStore(list.watch, list.current);
  useEffect(() => {
    const searchAgain = (): void => void list.search();
    const stopListening = search.onChange(searchAgain);
    search.recheck(user_id);
    searchAgain();
    const recheckIfVisible = (): void => {
      if (document.visibilityState === 'visible') search.recheck(user_id);
    };
    document.addEventListener('visibilitychange', recheckIfVisible);
    return () => {
      stopListening();
      document.removeEventListener('visibilitychange', recheckIfVisible);
    };
  }, [list, user_id]);
  useEffect(() => list.setQuery(wanted), [list, wanted]);
  const ids = state.shown?.ids ?? noIds;
  const rows = useLiveQuery(async () => shownRows(db, ids), [db, ids], before?.rows);
  const [actions] = useState(() => ({
    setVisibleRows: (first: number, last: number) => list.setVisibleRows(first, last),
    again: () => void list.search(),
  }));
  return { ...state, shownRows: rows, ...actions };
}
