import type { Comment } from '../../../contract/entities/comment.ts';
import { COMMUNITY } from '../../../contract/values.ts';
import { Refused } from '../../../contract/errors.ts';
import { checkCommentEditable } from '../../../contract/writes/comment.ts';
import { takeUnusedId } from '../../batch-state.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext, WriteHandler, WriteOutcome } from '../../handlers.ts';
import {
  commentById,
  insertComment,
  isCommentId,
  mayReadLesson,
  acceptsReplies,
  lockOwnComments,
  updateOwnComment,
} from './repository.ts';

const outcome = (row: Comment): WriteOutcome => ({ row, rev: row.rev });

/**
 * Adds a comment. Throws `not_found` if the caller may not read the lesson, and `parent_not_found` if the comment
 * replied to is missing or is itself a reply.
 */
export const addCommentHandler: WriteHandler<'comment.add'> = async (context, { id, args }) => {
  const { tx, caller, scope, received_at } = context;
  const { lesson, parent, text, at } = args;
  if (lesson !== null && !(await mayReadLesson(context, lesson))) throw new Refused('not_found');
  if (parent !== null && !(await acceptsReplies(tx, scope, lesson ?? COMMUNITY, parent)))
    throw new Refused('parent_not_found');
  const isNew = takeUnusedId(tx, id);
  const existing = !isNew && (await isCommentId(tx, scope, id)) ? await commentById(context, id) : null;
  if (existing) return outcome(assertOwnComment(existing, caller.user_id));
  await countDailyWrite(context, 'comments');
  const rev = await context.nextRev();
  const comment = await insertComment(tx, caller, { id, lesson, parent, text, claimed_at: at }, rev, received_at);
  if (!comment) throw new Refused('not_found');
  context.poke('all');
  return outcome(comment);
};

/**
 * Returns the comment if the user wrote it, so that adding it a second time has no further effect. For another user's
 * comment, throws `not_found` as if it did not exist.
 */
function assertOwnComment(comment: Comment, user_id: string): Comment {
  if (comment.author_id !== user_id) throw new Refused('not_found');
  return comment;
}

async function lockOwnComment(context: HandlerContext, id: string): Promise<Comment> {
  const isLocked = (await lockOwnComments(context, [id])).length > 0;
  const row = isLocked ? await commentById(context, id) : null;
  if (!row) throw new Refused('not_found');
  return row;
}

/** Edits a comment. Throws `not_found`, `comment_deleted` or `comment_too_old`. */
export const editCommentHandler: WriteHandler<'comment.edit'> = async (context, { id, args, corrected_at }) => {
  const comment = await lockOwnComment(context, id);
  checkCommentEditable(comment, corrected_at);
  if (comment.text === args.text) return outcome(comment);
  const { tx, caller, received_at } = context;
  await countDailyWrite(context, 'comments');
  const rev = await context.nextRev();
  await updateOwnComment(tx, caller, id, { text: args.text, rev, updated_at: received_at, edited_at: received_at });
  context.poke('all');
  return outcome({ ...comment, text: args.text, edited_at: received_at, rev });
};

/** Deletes the text of a comment. The empty comment is kept, so that its replies stay in place. Throws `not_found`. */
export const deleteCommentHandler: WriteHandler<'comment.delete'> = async (context, { id }) => {
  const comment = await lockOwnComment(context, id);
  if (comment.removed_at !== null) return outcome(comment);
  const { tx, caller, received_at } = context;
  const rev = await context.nextRev();
  await updateOwnComment(tx, caller, id, { text: '', rev, updated_at: received_at, removed_at: received_at });
  context.poke('all');
  return outcome({ ...comment, text: '', removed_at: received_at, rev });
};
