import { Id, Instant, text } from '../fields.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

export const CommentText = text(1, 4000);

export const Comment = z.object({
  id: Id,
  rev: z.int(),
  /** The lesson's id, or COMMUNITY, because null cannot be indexed. */
  thread: z.string(),
  lesson: z.nullable(Id),
  parent: z.nullable(Id),
  author_id: Id,
  author_name: z.string(),
  /** Empty once deleted. */
  text: z.string(),
  /** Server time; the device's time until the comment is sent. */
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
