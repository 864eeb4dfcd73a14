import { useRef, useState } from 'react';
import type { Comment } from '../../../contract/entities/comment.ts';
import { sync } from '../../bridge/sync.ts';
import type { CommentsResult } from '../../bridge/results.ts';
import type { FailureCode } from '../../components/error/error-messages.ts';
import { nothingFetched, type FetchedComments } from './queries.ts';

export interface OlderComments {
  fetched: FetchedComments;
  isPending: boolean;
  /** Why the last attempt failed. */
  error: FailureCode | null;
  /** Fetches a page of comments that are older than `oldest`. `shown` are the comments shown so far. */
  load: (oldest: string, shown: readonly Comment[]) => void;
  /** Records that the user has deleted a comment, and the op id of the write that deletes it. */
  noteDeletion: (id: string, op_id: string) => void;
}

/**
 * Fetches comments of a thread that are not on this device, page by page. They are kept while the thread is open.
 */
export function useOlderComments(thread: string): OlderComments {
  const [fetched, setFetched] = useState(nothingFetched);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<FailureCode | null>(null);
  const isBusy = useRef(false);
  const fetchPage = async (oldest: string, shown: readonly Comment[]): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setPending(true);
    setError(null);
    const result = await sync
      .account('fetchOlderComments', thread, oldest)
      .catch((): CommentsResult => ({ ok: false, why: 'no_answer' }));
    if (result.ok) {
      // The shown comments are kept too: newer ones may push them off the device, which would leave a gap.
      const comments = new Map([...shown, ...result.comments].map((comment) => [comment.id, comment]));
      setFetched((before) => ({ ...before, comments: [...comments.values()], isComplete: !result.hasMore }));
    } else setError(result);
    setPending(false);
    isBusy.current = false;
  };
  return {
    fetched,
    isPending,
    error,
    load: (oldest, shown) => void fetchPage(oldest, shown),
    noteDeletion: (id, op_id) =>
      setFetched((before) => ({ ...before, deletions: new Map(before.deletions).set(id, op_id) })),
  };
}
