import { untypedCall } from '../../contract/api-calls/define.ts';
import { teamCalls, type Branch, type TeamMember } from '../../contract/api-calls/team.ts';
import type { ActionResult, Failure } from '../../src/bridge/results.ts';
import { branchKey, type BranchMeta } from '../../src/db/queries/team.ts';
import { parseReply } from './account.ts';
import { savePage } from './pages.ts';
import { sendAuthenticated, type Session } from './session.ts';

/** Maximum number of opened branches that stay on the device. If there are more, the oldest are deleted. */
export const MAX_BRANCHES = 200;

async function fetchBranchPage(
  session: Session,
  id: string | null,
  page: number,
): Promise<{ ok: true; body: Branch } | Failure> {
  const result =
    id === null
      ? await sendAuthenticated(session, untypedCall(teamCalls, 'team.children'), { query: { page } })
      : await sendAuthenticated(session, untypedCall(teamCalls, 'team.children_of'), {
          params: { id },
          query: { page },
        });
  return parseReply(result, teamCalls['team.children'].reply);
}

/** Removes duplicate rows. A row arrives twice if a person was added above it between the requests for two pages. */
const uniqueById = (rows: TeamMember[]): TeamMember[] => [...new Map(rows.map((row) => [row.id, row])).values()];

/**
 * Fetches the people whom a person of the user's team invited, or whom the user invited if `id` is null, and stores
 * them with the time. Fetches as many pages as are on the device. With `more`, fetches only the next page and adds it;
 * the stored time does not change, because it is the time of the oldest rows. A branch that is no longer in the team is
 * deleted.
 */
export async function fetchBranch(session: Session, id: string | null, more: boolean): Promise<ActionResult> {
  const { db } = session;
  const key = branchKey(id);
  const saved = await db.pages.get(key);
  const about = saved?.about as BranchMeta | undefined;
  const added =
    more && saved && about?.next ? { rows: saved.rows as TeamMember[], fetched_at: saved.fetched_at } : null;
  const first = added ? about!.next! : 1;
  const last = added ? first : (about?.pages ?? 1);
  const rows: TeamMember[] = [...(added?.rows ?? [])];
  for (let page = first; ; page += 1) {
    const parsed = await fetchBranchPage(session, id, page);
    if (!parsed.ok) {
      if (parsed.why === 'refused' && parsed.code === 'not_found') await db.pages.delete(key);
      return parsed;
    }
    const { results, next, path, people, line_1, this_month } = parsed.body;
    rows.push(...results);
    if (next !== null && page < last) continue;
    const meta: BranchMeta = { next, pages: page, path, people, line_1, this_month };
    const times = added && { fetched_at: added.fetched_at };
    await savePage(session, key, { rows: uniqueById(rows), about: meta, ...times }, { max: MAX_BRANCHES });
    return { ok: true };
  }
}
