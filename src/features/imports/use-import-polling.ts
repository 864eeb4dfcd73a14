import { useEffect, useEffectEvent, useRef } from 'react';
import type { ImportRow } from '../../../contract/api-calls/imports.ts';
import type { Fetching } from '../../hooks/use-fetched.ts';
import { MAX_DELAY_MS, type Poll, pollDelay, withPoll } from './poll-delay.ts';

/** Whether a run or an undo of the import is in progress. */
export const isRunning = ({ state }: ImportRow): boolean => state === 'running' || state === 'reverting';

/** Fetches the import again and again while it runs or is undone. `row` is a new object after each fetch. */
export function useImportPolling(row: ImportRow | null | undefined, { done, again }: Fetching): void {
  const polled = useRef<{ row: ImportRow; polls: Poll[] } | null>(null);
  const poll = useEffectEvent(again);
  useEffect(() => {
    if (!row || !isRunning(row)) return undefined;
    if (row !== polled.current?.row) {
      const last = { done: row.done, at: performance.now() };
      polled.current = { row, polls: withPoll(polled.current?.polls ?? [], last) };
    }
    if (!done) return undefined;
    const delay = done.ok ? pollDelay(polled.current.polls, row.total) : MAX_DELAY_MS;
    const timer = setTimeout(poll, delay);
    return () => clearTimeout(timer);
  }, [row, done]);
}
