import type { CallQuery } from '../../../contract/api-calls/index.ts';
import type { Branch, TeamMember } from '../../../contract/api-calls/team.ts';
import { Refused } from '../../../contract/errors.ts';
import type { CallerContext, CallHandlers } from '../../handlers.ts';
import { pageEnvelope, pageSpan } from '../../http/paging.ts';
import { readBranchFigures, listInvited, pathToMember } from './repository.ts';

type TeamCalls = Pick<CallHandlers, 'team.children' | 'team.children_of'>;

async function branchOf(
  context: CallerContext,
  member_id: string,
  path: TeamMember[],
  query: CallQuery<'team.children'>,
): Promise<Branch> {
  const page = await listInvited(context, member_id, path.length + 1, pageSpan(query));
  return { ...pageEnvelope(query, page), ...(await readBranchFigures(context, member_id)), path };
}

export const teamRoutes: TeamCalls = {
  'team.children': (context, { query }) => branchOf(context, context.caller.user_id, [], query),
  'team.children_of': async (context, { params: { id }, query }) => {
    const path = await pathToMember(context, id);
    if (!path) throw new Refused('not_found');
    return branchOf(context, id, path, query);
  },
};
