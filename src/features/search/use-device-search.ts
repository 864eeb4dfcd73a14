import { useEffect, useState } from 'react';
import { search } from '../../bridge/search.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { log } from '../../lib/log.ts';
import { searchDevice, type DeviceSearchResults, type SearchLimits } from './queries.ts';

export interface SearchState {
  /** The results; while a search runs, the results of the previous search. Null before the first search. */
  results: DeviceSearchResults | null;
  /** Whether the results belong to the text. */
  isCurrent: boolean;
  /** Whether the search worker did not respond. */
  isFailed: boolean;
  retry: () => void;
}

interface Answer {
  text: string;
  results: DeviceSearchResults | null;
  isFailed: boolean;
}

const none: Answer = { text: '', results: null, isFailed: false };

/** Searches everything on this device whenever the text or the searched rows change. An empty text finds nothing. */
export function useDeviceSearch(text: string, isStaff: boolean, { people, others }: SearchLimits): SearchState {
  const { db, actor } = useStore();
  const [answer, setAnswer] = useState<Answer>(none);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    // Starts the indexing before the first key press.
    void search.findText(actor.user_id, { text: '', limits: {} });
    const wake = (): void => {
      if (document.visibilityState === 'visible') search.recheck(actor.user_id);
    };
    document.addEventListener('visibilitychange', wake);
    return () => document.removeEventListener('visibilitychange', wake);
  }, [actor.user_id]);
  useEffect(() => {
    if (text === '') return;
    let isCurrent = true;
    const run = async (): Promise<void> => {
      const results = await searchDevice(db, actor.user_id, text, isStaff, { people, others }).catch(
        (error: unknown) => {
          log.warn('the search failed', error);
          return null;
        },
      );
      if (isCurrent) setAnswer((last) => ({ text, results: results ?? last.results, isFailed: results === null }));
    };
    void run();
    const stopListening = search.onChange(() => void run());
    return () => {
      isCurrent = false;
      stopListening();
    };
  }, [db, actor.user_id, text, isStaff, people, others, attempt]);
  const retry = (): void => setAttempt((last) => last + 1);
  if (text === '') return { results: null, isCurrent: true, isFailed: false, retry };
  const isCurrent = answer.text === text;
  return { results: answer.results, isCurrent, isFailed: isCurrent && answer.isFailed, retry };
}
