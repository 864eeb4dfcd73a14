import { COMMUNITY } from '../../../contract/values.ts';
import { savedSyncStatus } from '../../db/queries/status.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';
import type { ReadingInterval } from './reading-time.ts';

/**
 * Adds a comment to the thread of a lesson or the community. Returns the op id of the write. Throws ZodError for
 * invalid text.
 */
export function addComment(store: Store, thread: string, text: string, parent: string | null): Promise<string> {
  const lesson = thread === COMMUNITY ? null : thread;
  const args = { lesson, parent, text, at: iso(store.now()) };
  return store.write({ kind: 'comment.add', id: store.newId(), args, title: text.trim().slice(0, 80) });
}

export function editComment(store: Store, id: string, text: string): Promise<string> {
  return store.write({
    kind: 'comment.edit',
    id,
    args: { text, at: iso(store.now()) },
    title: text.trim().slice(0, 80),
  });
}

export function deleteComment(store: Store, id: string, text: string): Promise<string> {
  return store.write({ kind: 'comment.delete', id, args: { at: iso(store.now()) }, title: text.slice(0, 80) });
}

export function markLessonDone(store: Store, lesson_id: string, title: string): Promise<string> {
  return store.write({ kind: 'lesson.done', id: lesson_id, args: { lesson_id, at: iso(store.now()) }, title });
}

export function reopenLesson(store: Store, lesson_id: string, title: string): Promise<string> {
  return store.write({ kind: 'lesson.reopen', id: lesson_id, args: { lesson_id, at: iso(store.now()) }, title });
}

/** Queues the write that records an interval of reading. `scrolled` is the scroll depth, 0..100. */
export async function recordReading(
  store: Store,
  lesson_id: string,
  { from, to, active_s }: ReadingInterval,
  scrolled: number,
): Promise<string> {
  const { clock_offset_ms } = await savedSyncStatus(store.db);
  const args = {
    lesson_id,
    slice_id: store.newId(),
    from: iso(from),
    to: iso(to),
    active_s,
    scrolled,
    clock_offset_ms: Math.round(clock_offset_ms),
  };
  return store.write({ kind: 'lesson.time', id: lesson_id, args });
}
