import { sql } from 'kysely';
import type { Comment } from '../../../contract/entities/comment.ts';
import { COMMUNITY } from '../../../contract/values.ts';
import type { Tx } from '../../db/tables.ts';
import type { Caller, RowChange, RowsContext } from '../../handlers.ts';
import { rowChange } from '../../sync/row-change.ts';
import { containsPattern } from '../../http/paging.ts';
import { personName } from '../contacts/person.ts';
import { isLessonVisible } from '../lessons/visible.ts';
import { entitlementRevWithin } from '../subscription/entitlement.ts';
import { changedIds, mirroredIds } from './window.ts';

/** SQL condition: the caller may read the thread of the comment. */
const inVisibleThread = (caller: Caller) =>
  sql<boolean>`(c.lesson_id is null or (l.id is not null and l.deleted_at is null and ${isLessonVisible(caller, 'l')}))`;

/** Selects all comments with the name of the author. */
function allComments({ tx, caller }: RowsContext) {
  return tx
    .selectFrom('comments as c')
    .innerJoin('users as u', (join) => join.onRef('u.scope', '=', 'c.scope').onRef('u.id', '=', 'c.author_id'))
    .leftJoin('lessons as l', (join) => join.onRef('l.scope', '=', 'c.scope').onRef('l.id', '=', 'c.lesson_id'))
    .where('c.scope', '=', caller.scope);
}

/** Selects the comments in threads that the caller may read, with the name of the author. */
const visibleComments = (context: RowsContext) => allComments(context).where(inVisibleThread(context.caller));

const columns = [
  'c.id',
  'c.rev',
  'c.thread',
  'c.lesson_id as lesson',
  'c.parent_id as parent',
  'c.author_id',
  personName('u').as('author_name'),
  'c.text',
  'c.created_at',
  'c.claimed_at',
  'c.edited_at',
  'c.removed_at',
] as const;

/**
 * Returns changed comments in threads that the caller may read, limited to comments that devices mirror. If the
 * caller's access to paid lessons changed, comments on these lessons count as changed, and are reported as `gone` if
 * the caller can no longer read them. See: [Note: Entitled rows]
 */
export async function readChangedComments(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'comments'>[]> {
  const visible = inVisibleThread(context.caller);
  const entitledRev = entitlementRevWithin(context.caller, after, upTo);
  const changedRev =
    entitledRev === null
      ? sql<number>`c.rev`
      : sql<number>`case when l.free is false and c.deleted_at is null
          then greatest(c.rev, ${entitledRev}) else c.rev end`;
  // A device may still have comments that have left the window since its cursor, and must delete these too.
  const isAlwaysReported = entitledRev === null ? sql<boolean>`false` : sql<boolean>`not ${visible}`;
  const isReported = entitledRev === null ? visible : sql<boolean>`(${visible} or l.free is false)`;
  const changed = changedIds(context, { after, upTo, changedRev, isReported, isAlwaysReported, limit });
  const rows = await allComments(context)
    .innerJoin(changed.as('x'), (join) => join.onRef('x.id', '=', 'c.id'))
    .select([...columns, 'c.deleted_at', 'x.at_rev', visible.as('visible')])
    .orderBy('x.at_rev')
    .orderBy('c.id')
    .execute();
  return rows.map(({ visible: isVisible, at_rev, ...row }) => {
    const rev = Number(at_rev);
    return isVisible ? { ...rowChange(row), rev } : { op: 'gone', id: row.id, rev };
  });
}

const notDeleted = (context: RowsContext) => visibleComments(context).where('c.deleted_at', 'is', null);

/** Returns one page of the comments that devices mirror. See: [Note: Windows] */
export async function readCommentPage(context: RowsContext, after: string | null, limit: number): Promise<Comment[]> {
  const ids = sql<string>`(${mirroredIds(context)} where w.id > ${after ?? ''} order by w.id limit ${limit})`;
  return visibleComments(context).select(columns).where('c.id', 'in', ids).orderBy('c.id').execute();
}

export async function commentById(context: RowsContext, id: string): Promise<Comment | null> {
  const row = await notDeleted(context).select(columns).where('c.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Filter of a list of comments. `before` is the id of a comment in one of the listed threads. */
interface CommentFilter {
  thread: string | null;
  before?: string | undefined;
  search?: string | undefined;
}

/** Selects the comments of a thread, or of all threads that the caller may read; with `before`, only older comments. */
function listedComments(context: RowsContext, { thread, before }: CommentFilter) {
  const all = notDeleted(context);
  const list = thread === null ? all : all.where('c.thread', '=', thread);
  if (before === undefined) return list;
  const { scope } = context.caller;
  const fromBefore = sql`from comments b where b.scope = ${scope} and b.id = ${before}`;
  // The first condition follows from the second, but it is the only one for which PostgreSQL uses the index.
  return list
    .where(sql<boolean>`c.created_at <= (select b.created_at ${fromBefore})`)
    .where(sql<boolean>`(c.created_at, c.id) < (select b.created_at, b.id ${fromBefore})`);
}

/** Returns one page of comments, newest first. If `thread` is null, the page contains comments of all threads. */
export async function readNewestComments(
  context: RowsContext,
  filter: CommentFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: Comment[]; count: number; total_count: number }> {
  const list = listedComments(context, filter);
  const pattern = containsPattern(filter.search);
  const matching = pattern === null ? list : list.where('c.text', 'ilike', pattern);
  const rows = await matching
    .select(columns)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  const matches =
    pattern === null ? sql<number>`count(*)::int` : sql<number>`count(*) filter (where c.text ilike ${pattern})::int`;
  const counts = await list
    .select([matches.as('count'), sql<number>`count(*)::int`.as('total_count')])
    .executeTakeFirstOrThrow();
  return { rows, ...counts };
}

/** Whether the caller may read a lesson, and therefore discuss it. */
export async function mayReadLesson({ tx, caller }: RowsContext, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('lessons as l')
    .select('l.id')
    .where('l.scope', '=', caller.scope)
    .where('l.id', '=', id)
    .where('l.deleted_at', 'is', null)
    .where(isLessonVisible(caller, 'l'))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a comment with this id was ever stored. Does not check whether the caller may read it. */
export async function isCommentId(tx: Tx, scope: string, id: string): Promise<boolean> {
  const query = tx.selectFrom('comments').select('id').where('scope', '=', scope).where('id', '=', id);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Whether a comment of the thread can have replies. A reply to a reply is not allowed. */
export async function acceptsReplies(tx: Tx, scope: string, thread: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('comments')
    .select('id')
    .where('scope', '=', scope)
    .where('id', '=', id)
    .where('thread', '=', thread)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export interface NewComment {
  id: string;
  lesson: string | null;
  parent: string | null;
  text: string;
  claimed_at: string;
}

/**
 * Inserts a comment and returns it; null if the id is already used. `created_at` determines the order in a thread and
 * is always at least a millisecond after that of the previous comment, so that comments that arrive together keep their
 * order.
 */
export async function insertComment(
  tx: Tx,
  caller: Caller,
  comment: NewComment,
  rev: number,
  received_at: string,
): Promise<Comment | null> {
  const { id, lesson, parent, text, claimed_at } = comment;
  const thread = lesson ?? COMMUNITY;
  const created_at = sql<string>`greatest(${received_at}::timestamptz, (select max(o.created_at) + interval '1 millisecond'
    from comments o where o.scope = ${caller.scope} and o.thread = ${thread}))`;
  const row = await tx
    .insertInto('comments')
    .values({
      scope: caller.scope,
      id,
      thread,
      lesson_id: lesson,
      parent_id: parent,
      author_id: caller.user_id,
      text,
      claimed_at,
      edited_at: null,
      removed_at: null,
      rev,
      field_revs: '{}',
      created_at,
      updated_at: received_at,
      deleted_at: null,
      deleted_by: null,
    })
    .onConflict((conflict) => conflict.columns(['scope', 'id']).doNothing())
    .returning(['id', 'rev', 'thread', 'lesson_id as lesson', 'parent_id as parent', 'author_id', 'text'])
    .returning(['created_at', 'claimed_at', 'edited_at', 'removed_at'])
    .executeTakeFirst();
  return row ? { ...row, author_name: caller.name } : null;
}

/** Locks the given comments that the caller wrote and that are not deleted. Returns their ids. */
export async function lockOwnComments({ tx, caller }: RowsContext, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('comments')
    .select('id')
    .where('scope', '=', caller.scope)
    .where('id', 'in', ids)
    .where('author_id', '=', caller.user_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export async function updateOwnComment(
  tx: Tx,
  caller: Caller,
  id: string,
  change: { text: string; rev: number; updated_at: string; edited_at?: string; removed_at?: string },
): Promise<void> {
  await tx
    .updateTable('comments')
    .set(change)
    .where('scope', '=', caller.scope)
    .where('id', '=', id)
    .where('author_id', '=', caller.user_id)
    .execute();
}
