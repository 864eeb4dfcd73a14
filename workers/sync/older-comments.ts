import { untypedCall } from '../../contract/api-calls/define.ts';
import { navigatorCalls } from '../../contract/api-calls/navigator.ts';
import { COMMUNITY } from '../../contract/values.ts';
import type { CommentsResult } from '../../src/bridge/results.ts';
import { parseReply } from './account.ts';
import { sendAuthenticated, type Session } from './session.ts';

/** Number of comments on a page. */
export const OLDER_COMMENTS = 50;

/** Fetches a page of the comments of a thread that are older than the comment `before`, newest first. */
export async function fetchOlderComments(session: Session, thread: string, before: string): Promise<CommentsResult> {
  const query = { page_size: OLDER_COMMENTS, before };
  const result =
    thread === COMMUNITY
      ? await sendAuthenticated(session, untypedCall(navigatorCalls, 'comments.all'), { query: { ...query, thread } })
      : await sendAuthenticated(session, untypedCall(navigatorCalls, 'comments.of_lesson'), {
          params: { id: thread },
          query,
        });
  const parsed = parseReply(result, navigatorCalls['comments.all'].reply);
  if (!parsed.ok) return parsed;
  return { ok: true, comments: parsed.body.results, hasMore: parsed.body.next !== null };
}
