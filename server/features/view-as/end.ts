import { addAuditEntry } from '../../audit.ts';
import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import type { AnonymousContext } from '../../handlers.ts';
import { lockOpenViews } from './repository.ts';

/** The cause of the end of a view: the viewer closed it, the viewer opened another view, or the view expired. */
type End = 'closed' | 'replaced' | 'expired';

type Context = Omit<AnonymousContext, 'caller' | 'request'> & { request?: AnonymousContext['request'] };

/**
 * Ends the view with the given id, or all open views of the given viewer. Notifies the devices of the viewed people.
 */
export async function endViews(
  context: Context,
  which: { viewer_id: string } | { id: string },
  end: End,
): Promise<void> {
  const { tx, scope, received_at: at, request } = context;
  for (const view of await lockOpenViews(tx, scope, which)) {
    const ended_at = view.expires_at < at ? view.expires_at : at;
    await tx
      .updateTable('account_views')
      .set({ ended_at, updated_at: at, rev: await context.nextRev() })
      .where('scope', '=', scope)
      .where('id', '=', view.id)
      .execute();
    const { viewer_id: actor_id, target_id, id } = view;
    const detail = { view_id: id, end };
    const requestFacts = request && { ip: request.ip, request_id: request.id };
    await addAuditEntry(tx, { scope, at, action: 'view_as_stopped', actor_id, target_id, ...requestFacts, detail });
    context.poke([target_id]);
  }
}

/** Ends an expired view, unless it has already ended. */
export const endExpiredView = (deps: Deps, id: string): Promise<void> =>
  inScope(deps, deps.scope, (context) => endViews(context, { id }, 'expired'));
