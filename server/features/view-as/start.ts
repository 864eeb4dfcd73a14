import { uuidv7 } from 'uuidv7';
import { Refused } from '../../../contract/errors.ts';
import type { CallBody, CallReply } from '../../../contract/api-calls/index.ts';
import { VIEW_MINUTES, type viewAsCalls } from '../../../contract/api-calls/view-as.ts';
import { isEmployee } from '../../../contract/roles.ts';
import { addAuditEntry } from '../../audit.ts';
import type { CallerContext, CallHandlers } from '../../handlers.ts';
import { addJob } from '../../jobs/queue.ts';
import { fullName } from '../accounts/rows.ts';
import type { Auth } from '../accounts/sessions.ts';
import { tokenOf } from '../accounts/tokens.ts';
import { selfAndResponsibleOf } from '../contacts/person.ts';
import { addTimelineEvent } from '../people/timeline-repository.ts';
import { endViews } from './end.ts';
import { maskResponse } from './mask.ts';
import { viewableUser } from './repository.ts';

/** Returns the id of the caller's session. The view ends together with this session. */
async function sessionOf({ tokens }: Auth, { request }: CallerContext): Promise<string> {
  const token = tokenOf(request.header('authorization'));
  const claims = token === null ? null : await tokens.read(token);
  if (!claims) throw new Refused('unauthorized');
  return claims.fam;
}

/**
 * Starts a view, and ends the caller's earlier views. Notifies the viewed person. Throws `not_found` for a person as
 * whom the caller may not view the app.
 */
async function startView(
  auth: Auth,
  context: CallerContext,
  { user_id, reason }: CallBody<'view_as.start'>,
): Promise<CallReply<'view_as.start'>> {
  const { tx, scope, caller, received_at: at, request } = context;
  const viewer_session = await sessionOf(auth, context);
  const target = await viewableUser(tx, caller, user_id);
  if (!target) throw new Refused('not_found');
  await endViews(context, { viewer_id: caller.user_id }, 'replaced');
  const id = uuidv7();
  const expires_at = new Date(Date.parse(at) + VIEW_MINUTES * 60_000).toISOString();
  const rev = await context.nextRev();
  const view = { scope, id, rev, viewer_id: caller.user_id, target_id: target.id, viewer_session, reason, expires_at };
  const state = { viewer_version: caller.user.token_version, page: null, ended_at: null };
  await tx
    .insertInto('account_views')
    .values({ ...view, ...state, created_at: at, updated_at: at })
    .execute();
  await addTimelineEvent(context, { person_id: target.id, kind: 'view_as', by_id: caller.user_id, detail: {} });
  await addJob(tx, { scope, at, run_at: expires_at }, 'end_view', { id });
  const detail = { view_id: id, reason: maskResponse(reason, null), expires_at };
  const requestFacts = { ip: request.ip, request_id: request.id };
  const people = { actor_id: caller.user_id, target_id: target.id };
  await addAuditEntry(tx, { scope, at, action: 'view_as_started', ...people, ...requestFacts, detail });
  context.poke(isEmployee(target) ? [target.id] : selfAndResponsibleOf(target));
  const token = await auth.tokens.issueView({ sub: target.id, scp: scope, fam: id }, VIEW_MINUTES * 60);
  return { id, token, user: { id: target.id, name: fullName(target) }, expires_at, server_time: at };
}

export const viewAsRoutes = (auth: Auth): Pick<CallHandlers, keyof typeof viewAsCalls> => ({
  'view_as.start': (context, { body }) => startView(auth, context, body),
  'view_as.stop': async (context) => {
    const { view, user_id } = context.caller;
    await endViews(context, view ? { id: view.id } : { viewer_id: user_id }, 'closed');
    return { ok: true };
  },
});
