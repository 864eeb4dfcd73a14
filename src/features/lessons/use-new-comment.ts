import { useLingui } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef } from 'react';
import { toast } from '../../ui/toast.ts';
import type { Thread } from './queries.ts';

/**
 * Shows that a comment just written is there. Where the thread is on the screen, it is brought into view; a reader in
 * the midst of the lesson keeps the place, and the text below does not count as read, so a line says it.
 */
export function useNewComment(list: RefObject<HTMLElement | null>, thread: Thread | undefined): void {
  const { t } = useLingui();
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!thread) return;
    const before = known.current;
    known.current = new Set(thread.comments.map(({ comment }) => comment.id));
    const added = before && thread.comments.findLast(({ comment, isUnsent }) => isUnsent && !before.has(comment.id));
    if (!added || !list.current) return;
    if (list.current.getBoundingClientRect().top > innerHeight) toast(t`Saved on this device. Will be sent.`);
    else list.current.querySelector(`[data-comment="${added.comment.id}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [list, thread, t]);
}
