import { Id, Instant, text } from '../fields.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

export const CommentText = text(1, 4000);

export const Comment = z.object({
  id: Id,
  rev: z.int(),
  /** The lesson's id, or COMMUNITY for a comment without a lesson: IndexedDB cannot index null. */
  thread: z.string(),
  lesson: z.nullable(Id),
  parent: z.nullable(Id),
  author_id: Id,
  author_name: z.string(),
  /** Empty if the comment is deleted. */
  text: z.string(),
  /** Time by the server's clock; until the comment is sent, by the device's clock. */
  created_at: Instant,
  claimed_at: Instant,
  edited_at: z.nullable(Instant),
  removed_at: z.nullable(Instant),
});
export type Comment = z.infer<typeof Comment>;

export const comments = defineEntity<Comment>({
  ...stores.comments,
  schema: Comment,
  policies: {},
});
