import { inScope } from '../../server/context.ts';
import type { LinkKind } from '../../server/db/account-tables.ts';
import { makeLink } from '../../server/features/accounts/links.ts';
import type { TestServer } from './server.ts';

/** Creates a link of this kind for a new person. */
export async function newLinkToken({ deps, scope, ...server }: TestServer, kind: LinkKind): Promise<string> {
  const { id: user_id } = await server.user();
  const { token } = await inScope(deps, scope, ({ tx, received_at: now }) =>
    makeLink(tx, { scope, user_id, kind, now }),
  );
  return token;
}

/** Creates a login link of a new person, and returns the token that revokes it. */
export async function createRevocationToken({ deps, scope, ...server }: TestServer): Promise<string> {
  const { id: user_id } = await server.user();
  return inScope(deps, scope, async ({ tx, received_at: now }) => {
    const { id: link_id } = await makeLink(tx, { scope, user_id, kind: 'credentials', now });
    return (await makeLink(tx, { scope, user_id, kind: 'link_stop', now, detail: { link_id } })).token;
  });
}

/** Creates an employee's request for a login link, which waits for the confirmation of a manager. */
export async function createLinkRequest(server: TestServer, user_id: string): Promise<string> {
  const { id: created_by } = await server.user({ is_staff: true });
  const { deps, scope } = server;
  const newLink = await inScope(deps, scope, ({ tx, received_at: now }) =>
    makeLink(tx, { scope, user_id, kind: 'link_request', now, created_by }),
  );
  return newLink.id;
}
