import { Category } from '../entities/category.ts';
import { Comment, CommentText } from '../entities/comment.ts';
import { LessonProgress } from '../entities/lesson-progress.ts';
import { Lesson } from '../entities/lesson.ts';
import { Id, Instant } from '../fields.ts';
import { PageQuery, pageSchema } from '../paging.ts';
import { COMMUNITY } from '../values.ts';
import { z } from '../zod.ts';
import { defineCall, members } from './define.ts';

const ById = z.strictObject({ id: Id });

/** `before` is the id of a comment; if it is given, only older comments are returned. */
const CommentsQuery = z.extend(PageQuery, { before: z.optional(Id) });

/** A lesson as shown in a list, without `body` and `transcript`. */
export const LessonSummary = z.omit(Lesson, { body: true, transcript: true });

export const navigatorCalls = {
  'categories.list': defineCall({
    method: 'GET',
    path: '/api/navigator/categories/list/',
    roles: members,
    summary: 'Lesson categories',
    idempotent: false,
    reply: z.array(Category),
  }),
  'lessons.list': defineCall({
    method: 'POST',
    path: '/api/navigator/lesson/list/',
    roles: members,
    summary: 'Lessons, optionally filtered by category and search text',
    idempotent: false,
    query: PageQuery,
    body: z.strictObject({
      category: z.optional(z.nullable(Id)),
      search: z.optional(z.string().check(z.maxLength(200, { error: 'too_long' }))),
    }),
    reply: pageSchema(LessonSummary),
  }),
  'lessons.view': defineCall({
    method: 'GET',
    path: '/api/navigator/lesson/view/{id}/',
    roles: members,
    summary: 'A lesson',
    idempotent: false,
    params: ById,
    reply: Lesson,
  }),
  'lessons.time': defineCall({
    method: 'POST',
    path: '/api/navigator/lesson/view/{id}/',
    roles: members,
    summary:
      'Record time spent on a lesson, in seconds; the interval ends now unless `from` and `to` are given. An interval in the future is stored but not counted',
    idempotent: true,
    params: ById,
    body: z.strictObject({
      time: z.int().check(z.gte(1, { error: 'invalid' }), z.lte(900, { error: 'invalid' })),
      slice_id: z.optional(Id),
      from: z.optional(Instant),
      to: z.optional(Instant),
      scrolled: z.optional(z.int().check(z.gte(0), z.lte(100))),
      clock_offset_ms: z.optional(z.int()),
    }),
    reply: LessonProgress,
  }),
  'lessons.dashboard': defineCall({
    method: 'GET',
    path: '/api/navigator/lessons/dashboard/',
    roles: members,
    summary: 'Lessons for the dashboard: first those that the caller has started, then the next ones',
    idempotent: false,
    reply: z.array(z.object({ lesson: LessonSummary, progress: z.nullable(LessonProgress) })),
  }),
  'comments.all': defineCall({
    method: 'GET',
    path: '/api/navigator/comments/',
    roles: members,
    summary: 'All comments, newest first, optionally only those of the community discussion',
    idempotent: false,
    query: z.extend(CommentsQuery, { thread: z.optional(z.literal(COMMUNITY)) }),
    reply: pageSchema(Comment),
  }),
  'comments.add': defineCall({
    method: 'POST',
    path: '/api/navigator/comments/',
    roles: members,
    summary: 'Add a comment; a comment without a lesson belongs to the community discussion',
    idempotent: true,
    body: z.strictObject({
      id: z.optional(Id),
      lesson: z.optional(z.nullable(Id)),
      parent: z.optional(z.nullable(Id)),
      text: CommentText,
    }),
    status: 201,
    reply: Comment,
    per_minute: 60,
  }),
  'comments.of_lesson': defineCall({
    method: 'GET',
    path: '/api/navigator/comments/{id}/',
    roles: members,
    summary: 'Comments on a lesson, newest first',
    idempotent: false,
    params: ById,
    query: CommentsQuery,
    reply: pageSchema(Comment),
  }),
};
