import { useEffect, useEffectEvent } from 'react';
import type { ImportRow } from '../../../contract/api-calls/imports.ts';
import type { Fetching } from '../../hooks/use-fetched.ts';

/**
 * Time between two polls, in ms. Between two responses, even a fast import writes less than 2% of the largest file.
 * The speed of an import is not predicted from earlier polls, because it can change tenfold within a second. The server
 * accepts 1,200 requests a minute.
 */
export const POLL_MS = 50;

/** Time until the next poll if the last one has failed, in ms. */
const RETRY_MS = 1_000;

/** Whether a run or an undo of the import is in progress. */
export const isRunning = ({ state }: ImportRow): boolean => state === 'running' || state === 'reverting';

/** Fetches the import again and again while it runs or is undone. */
export function useImportPolling(row: ImportRow | null | undefined, { done, again }: Fetching): void {
  const poll = useEffectEvent(again);
  const isActive = row != null && isRunning(row);
  useEffect(() => {
    if (!isActive || !done) return undefined;
    const timer = setTimeout(poll, done.ok ? POLL_MS : RETRY_MS);
    return () => clearTimeout(timer);
  }, [isActive, done]);
}
