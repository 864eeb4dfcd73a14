import { addAuditEntry } from '../../audit.ts';
import type { User } from '../../db/tables.ts';
import type { HandlerContext, RequestFacts } from '../../handlers.ts';
import { pokePersonViewers } from '../people/transfer-access.ts';
import { addTimelineEvent } from '../people/timeline-repository.ts';

/** Maps an event of a login link, as named in the audit log, to the step shown on the person's timeline. */
const steps = {
  credentials_link_made: 'made',
  credentials_link_asked: 'asked',
  credentials_link_confirmed: 'confirmed',
  credentials_link_declined: 'declined',
  credentials_link_refused: 'refused',
  credentials_link_used: 'used',
  credentials_link_stopped: 'stopped',
  credentials_set: 'password_set',
} as const;

interface LinkEvent {
  action: keyof typeof steps;
  user: Pick<User, 'id' | 'responsible_id'>;
  /** The user who caused the event; null for an event caused with the link itself, because anyone can hold the link. */
  actor_id: string | null;
  request: RequestFacts;
  detail?: Record<string, unknown>;
}

/** Records an event of a login link in the audit log and on the timeline of the person. */
export async function recordLink(
  context: Omit<HandlerContext, 'caller'>,
  { action, user, actor_id, request, detail = {} }: LinkEvent,
): Promise<void> {
  const { tx, scope, received_at: at } = context;
  const requestFacts = { ip: request.ip, request_id: request.id };
  await addAuditEntry(tx, { scope, at, action, actor_id, target_id: user.id, detail, ...requestFacts });
  await addTimelineEvent(context, {
    person_id: user.id,
    kind: 'link',
    by_id: actor_id,
    detail: { step: steps[action] },
  });
  const responsible =
    user.responsible_id === null
      ? null
      : await tx
          .selectFrom('users')
          .select(['id', 'responsible_id'])
          .where('scope', '=', scope)
          .where('id', '=', user.responsible_id)
          .executeTakeFirst();
  await pokePersonViewers(context, [responsible]);
}
