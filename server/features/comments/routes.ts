import { uuidv7 } from 'uuidv7';
import { Refused } from '../../../contract/errors.ts';
import type { Comment } from '../../../contract/entities/comment.ts';
import type { CallHandlers } from '../../handlers.ts';
import { pageEnvelope, pageSpan } from '../../http/paging.ts';
import { toWriteInput, withEtag } from '../../sync/rest-adapter.ts';
import { mayReadLesson, readNewestComments } from './repository.ts';
import { addCommentHandler } from './writes.ts';

type CommentCalls = Pick<CallHandlers, 'comments.all' | 'comments.add' | 'comments.of_lesson'>;

export const commentRoutes: CommentCalls = {
  'comments.all': async (context, { query }) =>
    pageEnvelope(query, await readNewestComments(context, { ...query, thread: query.thread ?? null }, pageSpan(query))),
  'comments.of_lesson': async (context, { params, query }) => {
    if (!(await mayReadLesson(context, params.id))) throw new Refused('not_found');
    return pageEnvelope(query, await readNewestComments(context, { ...query, thread: params.id }, pageSpan(query)));
  },
  'comments.add': async (context, { body }) => {
    const args = { lesson: body.lesson ?? null, parent: body.parent ?? null, text: body.text, at: context.received_at };
    const { row } = await addCommentHandler(context, toWriteInput<'comment.add'>(context, body.id ?? uuidv7(), args));
    return withEtag<Comment>(context, row);
  },
};
