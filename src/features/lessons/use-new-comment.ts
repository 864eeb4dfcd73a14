import { useLingui } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef } from 'react';
import { toast } from '../../ui/toast.ts';
import type { Thread } from './queries.ts';

/**
 * Confirms a new comment: scrolls to it if the discussion is visible. Otherwise shows a toast and keeps the scroll
 * position, since skipped text must not count as read.
 */
export function useNewComment(list: RefObject<HTMLElement | null>, thread: Thread | undefined): void {
  const { t } = useLingui();
  const knownIds = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!thread) return;
    const before = knownIds.current;
    knownIds.current = new Set(thread.comments.map(({ comment }) => comment.id));
    const added = before && thread.comments.findLast(({ comment, isUnsent }) => isUnsent && !before.has(comment.id));
    if (!added || !list.current) return;
    if (list.current.getBoundingClientRect().top > innerHeight) toast(t`Saved on this device. Will be sent.`);
    else list.current.querySelector(`[data-comment="${added.comment.id}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [list, thread, t]);
}
