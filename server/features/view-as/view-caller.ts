import { VIEW_PAGE_HEADER, ViewPage } from '../../../contract/api-calls/view-as.ts';
import { Refused } from '../../../contract/errors.ts';
import { addAuditEntry } from '../../audit.ts';
import { callerOf, loadCaller } from '../../caller.ts';
import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../handlers.ts';
import type { ViewClaims } from '../accounts/tokens.ts';
import { findOpenView, savePage, viewableUser } from './repository.ts';

/**
 * Returns the viewed person as the caller of a request with a view token. Throws `unauthorized`, as for a request
 * without a token, if the view, the session of the viewer or the viewer's right to this view has ended.
 */
export async function loadViewCaller(deps: Deps, { sub, scp, fam }: ViewClaims): Promise<Caller> {
  const now = deps.clock().toISOString();
  const view = await findOpenView(deps.db, scp, fam, now);
  if (!view) throw new Refused('unauthorized');
  const session = { sub: view.viewer_id, scp, fam: view.viewer_session, ver: view.viewer_version };
  const viewer = await loadCaller(deps, session, null).catch((error: unknown) => {
    throw error instanceof Refused ? new Refused('unauthorized') : error;
  });
  const isViewer = viewer.principal === 'admin' || viewer.principal === 'manager';
  const target = isViewer ? await viewableUser(deps.db, viewer, sub) : undefined;
  if (!target) throw new Refused('unauthorized');
  return { ...callerOf(target, now), view: { id: view.id, viewer_id: viewer.user_id } };
}

/**
 * Records the screen for which a request in a view reads data, if the screen has changed. Throws `invalid` for a
 * request that does not contain its screen.
 */
export async function recordPage(
  deps: Deps,
  { scope, user_id: target_id, view }: Caller,
  request: { id: string; ip: string; page: unknown },
): Promise<void> {
  if (!view) return;
  const page = ViewPage.safeParse(request.page);
  if (!page.success) throw new Refused('invalid', { [VIEW_PAGE_HEADER]: 'invalid' });
  const detail = { view_id: view.id, page: page.data };
  await inScope(deps, scope, async ({ tx, received_at: at }) => {
    if (!(await savePage(tx, scope, view.id, page.data))) return;
    const requestFacts = { ip: request.ip, request_id: request.id };
    await addAuditEntry(tx, {
      scope,
      at,
      action: 'view_as_page',
      actor_id: view.viewer_id,
      target_id,
      ...requestFacts,
      detail,
    });
  });
}
