import type { TestServer } from './server.ts';

/**
 * Returns the entries of the audit log that a user caused or that concern the user, oldest first. Instead of the id of
 * the request, they have `has_request`.
 */
export async function readAuditEntries({ db, scope }: Pick<TestServer, 'db' | 'scope'>, user_id: string) {
  const rows = await db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'target_id', 'ip', 'detail', 'request_id'])
    .where('scope', '=', scope)
    .where((eb) => eb.or([eb('actor_id', '=', user_id), eb('target_id', '=', user_id)]))
    .orderBy('id')
    .execute();
  return rows.map(({ request_id, ...entry }) => ({ ...entry, has_request: request_id !== null }));
}

/** The entry of an event that a user caused through a request, about the user's own account unless stated otherwise. */
export const ownEntry = (action: string, actor_id: string, detail: Record<string, unknown> = {}) => ({
  ...{ action, actor_id, target_id: actor_id, ip: '127.0.0.1', detail, has_request: true },
});
