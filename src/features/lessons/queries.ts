import type { Category } from '../../../contract/entities/category.ts';
import type { Comment } from '../../../contract/entities/comment.ts';
import type { LessonProgress } from '../../../contract/entities/lesson-progress.ts';
import type { Lesson } from '../../../contract/entities/lesson.ts';
import { stores } from '../../../contract/entities/stores.ts';
import { COMMUNITY, EDIT_WINDOW_MS } from '../../../contract/values.ts';
import { savedBadges, type RowBadge } from '../../db/queries/badges.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { savedMeta } from '../../db/schema/meta.ts';
import { attentionStates, foldedStates, type Entry } from '../../db/outbox/entry.ts';
import { withOneVideo } from '../../db/storage/video-quality.ts';
import { savedLessons, type LessonCard } from '../../db/queries/lessons.ts';
import { commentsByIds, countComments, latestComments } from '../../db/queries/comments.ts';

export interface LessonPage {
  lesson: Lesson;
  category: Category | undefined;
  progress: LessonProgress | undefined;
  previous: LessonCard | undefined;
  next: LessonCard | undefined;
  /**
   * The lesson of the category to read after this one: the first unfinished lesson after it or, if there is none, the
   * first unfinished lesson of the category.
   */
  upNext: LessonCard | undefined;
  /** Number of lessons in the category, and how many of them the user has done. */
  total: number;
  done: number;
}

/** Returns a lesson with its neighbours; null when it is not on this device. */
export async function savedLesson(db: PhoneDb, id: string): Promise<LessonPage | null> {
  const storedLesson = await db.lessons.get(id);
  if (!storedLesson) return null;
  const [category, progress, others] = await Promise.all([
    db.categories.get(storedLesson.category_id),
    db.lesson_progress.get(id),
    savedLessons(db, storedLesson.category_id),
  ]);
  const [lesson = storedLesson] = await withOneVideo(db, [storedLesson]);
  const place = others.findIndex((other) => other.id === id);
  const isOpen = (other: LessonCard) => other.id !== id && other.progress?.state !== 'done';
  const upNext = others.slice(place + 1).find(isOpen) ?? others.find(isOpen);
  const done = others.filter((other) => other.progress?.state === 'done').length;
  const neighbours = { previous: others[place - 1], next: others[place + 1], upNext };
  return { lesson, category, progress, ...neighbours, total: others.length, done };
}

/** A comment with its sync state, as a thread shows it. */
export interface ThreadComment {
  comment: Comment;
  badge: RowBadge | undefined;
  /** Whether the comment has not been sent yet; such comments are sorted last. */
  isUnsent: boolean;
  /** Whether the comment is a reply to a comment that is not shown. */
  isDetached: boolean;
}

/**
 * Comments that were fetched while the thread is open, because they are not on this device or may soon be removed from
 * it.
 */
export interface FetchedComments {
  comments: readonly Comment[];
  /** The writes with which the user has deleted comments since they were fetched: op ids by the id of the comment. */
  deletions: ReadonlyMap<string, string>;
  /** Whether the server has no older comments. */
  isComplete: boolean;
}

export const nothingFetched: FetchedComments = { comments: [], deletions: new Map(), isComplete: false };

export interface Thread {
  comments: ThreadComment[];
  /** Number of older comments of the thread that are on the device but not shown. */
  hidden: number;
  /** The oldest comment of those shown, if the server may have older ones that are not on the device; else null. */
  oldest: string | null;
  /** The user's comments that the server rejected, whose text is kept in the outbox. */
  refused: Entry[];
}

const isAdd = (entry: Entry) => entry.kind === 'comment.add';

async function refusedCommentsIn(db: PhoneDb, thread: string): Promise<Entry[]> {
  const entries = await db.outbox
    .where('state')
    .anyOf([...attentionStates])
    .toArray();
  return entries.filter((entry) => {
    const { lesson } = entry.args as { lesson?: string | null };
    return isAdd(entry) && entry.state !== 'parked' && (lesson ?? COMMUNITY) === thread;
  });
}

/**
 * Returns the unsent comments of the thread that are not among its newest comments, `rows`. If this device's clock is
 * days behind the server's, an unsent comment seems to be older than those.
 */
async function unsentMissingFrom(
  db: PhoneDb,
  thread: string,
  rows: readonly Comment[],
  badges: ReadonlyMap<string, RowBadge>,
): Promise<Comment[]> {
  const ids = [...badges].filter(([, { entries }]) => entries.some(isAdd)).map(([id]) => id);
  const missingIds = ids.filter((id) => !rows.some((row) => row.id === id));
  const missingComments = await commentsByIds(db, missingIds);
  return missingComments.filter((row): row is Comment => row?.thread === thread);
}

function orderOf({ comment, isUnsent }: Pick<ThreadComment, 'comment' | 'isUnsent'>): string {
  // An unsent comment has this device's time, which may be wrong, so it is sorted last.
  return `${isUnsent ? 1 : 0} ${comment.created_at} ${comment.id}`;
}

/**
 * Sorts the comments: replies follow their comment, all others are sorted by server time, and unsent ones come last.
 */
function inDisplayOrder(comments: Omit<ThreadComment, 'isDetached'>[]): ThreadComment[] {
  const ids = new Set(comments.map(({ comment }) => comment.id));
  const isTop = ({ parent }: Comment) => parent === null || !ids.has(parent);
  const sorted = comments
    .map((item) => ({ ...item, isDetached: item.comment.parent !== null && isTop(item.comment) }))
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const replies = Map.groupBy(sorted, ({ comment }) => comment.parent);
  const top = sorted.filter(({ comment }) => isTop(comment));
  return top.flatMap((item) => [item, ...(replies.get(item.comment.id) ?? [])]);
}

/** Whether a write is pending or was accepted; false if it was undone, discarded or rejected. */
async function isInEffect(db: PhoneDb, op_id: string): Promise<boolean> {
  const entry = await db.outbox.get({ op_id });
  if (entry) return foldedStates.includes(entry.state);
  return (await db.history.get(op_id)) !== undefined;
}

/** Returns the fetched comments that are not on this device, with the user's deletions applied. */
async function notMirrored(
  db: PhoneDb,
  { comments, deletions }: FetchedComments,
  mirrored: readonly Comment[],
): Promise<Comment[]> {
  const ids = new Set(mirrored.map(({ id }) => id));
  return Promise.all(
    comments
      .filter(({ id }) => !ids.has(id))
      .map(async (comment) => {
        const op_id = deletions.get(comment.id);
        const isDeleted = op_id !== undefined && (await isInEffect(db, op_id));
        return isDeleted ? { ...comment, text: '', removed_at: comment.removed_at ?? comment.created_at } : comment;
      }),
  );
}

/** Whether the server may have older comments of a thread than the `count` ones that this device has received. */
async function mayBeIncomplete(db: PhoneDb, count: number): Promise<boolean> {
  // The lists of the documented API are mirrored completely.
  return count >= stores.comments.window.size && !(await savedMeta(db, 'documented'));
}

/** Returns the newest `limit` comments of a thread, and all that were fetched, in display order. */
export async function savedThread(
  db: PhoneDb,
  thread: string,
  limit: number,
  fetched: FetchedComments = nothingFetched,
): Promise<Thread> {
  const total = await countComments(db, thread);
  const hasFetched = fetched.comments.length > 0;
  const [newest, badges, refused] = await Promise.all([
    latestComments(db, thread, hasFetched ? total : limit),
    savedBadges(db, 'comments'),
    refusedCommentsIn(db, thread),
  ]);
  const rows = [...newest, ...(await unsentMissingFrom(db, thread, newest, badges))];
  const hidden = total - rows.length;
  const comments = [...rows, ...(await notMirrored(db, fetched, rows))].map((comment) => {
    const badge = badges.get(comment.id);
    return { comment, badge, isUnsent: badge?.entries.some(isAdd) ?? false };
  });
  const received = comments.filter(({ isUnsent }) => !isUnsent);
  const isOpen = hidden === 0 && !fetched.isComplete && (hasFetched || (await mayBeIncomplete(db, received.length)));
  const [oldest] = isOpen ? received.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)) : [];
  return { comments: inDisplayOrder(comments), hidden, oldest: oldest?.comment.id ?? null, refused };
}

/** Returns whether the author may still edit the comment. `now` is the server's time. */
export function isEditable(comment: Comment, now: number): boolean {
  return comment.removed_at === null && (comment.rev === 0 || now - Date.parse(comment.created_at) <= EDIT_WINDOW_MS);
}
