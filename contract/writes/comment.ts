import { CommentText, type Comment } from '../entities/comment.ts';
import { COMMUNITY, EDIT_WINDOW_MS } from '../values.ts';
import { Refused } from '../errors.ts';
import { Id, Instant } from '../fields.ts';
import { z } from '../zod.ts';
import { defineWrite } from './define.ts';

export const addComment = defineWrite({
  entity: 'comments',
  mode: 'create',
  v: 1,
  args: z.strictObject({ lesson: z.nullable(Id), parent: z.nullable(Id), text: CommentText, at: Instant }),
  optimistic: (row, args, context) =>
    row ?? {
      id: context.id,
      rev: 0,
      thread: args.lesson ?? COMMUNITY,
      lesson: args.lesson,
      parent: args.parent,
      author_id: context.user_id,
      author_name: context.user_name,
      text: args.text,
      created_at: args.at,
      claimed_at: args.at,
      edited_at: null,
      removed_at: null,
    },
  documented: {
    call: 'comments.add',
    to_body: (args, id) => ({
      id,
      text: args.text,
      ...(args.lesson && { lesson: args.lesson }),
      ...(args.parent && { parent: args.parent }),
    }),
    from_body: (reply) => reply,
  },
});

/**
 * Checks that a comment can still be edited. Throws `comment_deleted` or `comment_too_old`. The edit window starts when
 * the server receives the comment, so an unsent comment can always be edited.
 */
export function checkCommentEditable(comment: Comment, at: string): void {
  if (comment.removed_at !== null) throw new Refused('comment_deleted');
  if (comment.rev > 0 && Date.parse(at) - Date.parse(comment.created_at) > EDIT_WINDOW_MS)
    throw new Refused('comment_too_old');
}

export const editComment = defineWrite({
  entity: 'comments',
  mode: 'command',
  v: 1,
  args: z.strictObject({ text: CommentText, at: Instant }),
  optimistic: (row, args) => row && { ...row, text: args.text, edited_at: args.at },
  documented: null,
});

export const deleteComment = defineWrite({
  entity: 'comments',
  mode: 'command',
  v: 1,
  args: z.strictObject({ at: Instant }),
  optimistic: (row, args) => row && { ...row, text: '', removed_at: row.removed_at ?? args.at },
  documented: null,
});
