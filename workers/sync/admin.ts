import { adminCalls } from '../../contract/api-calls/admin.ts';
import { untypedCall } from '../../contract/api-calls/define.ts';
import type { AdminActions } from '../../src/bridge/admin-api.ts';
import type { ActionResult } from '../../src/bridge/results.ts';
import { adminKeys, type AdminUsersQuery, type AuditLogQuery } from '../../src/lib/cached-pages.ts';
import { parseReply } from './account.ts';
import { fetchInto, savePage } from './pages.ts';
import { sendAuthenticated, type Session } from './session.ts';

const PAGE_SIZE = 25;

/** Returns the query without empty values. */
const givenValues = (query: object): Record<string, string | number> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

function fetchUsers(session: Session, query: AdminUsersQuery): Promise<ActionResult> {
  const options = { query: { ...givenValues(query), page_size: PAGE_SIZE } };
  const target = { key: adminKeys.users(query), name: 'admin.users', options } as const;
  return fetchInto(session, adminCalls, target, ({ results, ...about }) => ({ rows: results, about }));
}

async function fetchAuditLog(session: Session, query: AuditLogQuery): Promise<ActionResult> {
  const name = 'admin.audit_log';
  const result = await sendAuthenticated(session, untypedCall(adminCalls, name), { query: givenValues(query) });
  const parsed = parseReply(result, adminCalls[name].reply);
  if (!parsed.ok) return parsed;
  const { results, next } = parsed.body;
  await savePage(session, adminKeys.audit(query), { rows: results, about: { next } });
  return { ok: true };
}

/** Actions of admins. They need the network. After a change, `pull` is called to fetch the changed rows. */
export function adminActions(session: Session, pull: () => void): AdminActions {
  return {
    fetchUsers: (query) => fetchUsers(session, query),
    fetchUser: (id) => {
      const target = { key: adminKeys.user(id), name: 'admin.user', options: { params: { id } } } as const;
      return fetchInto(session, adminCalls, target, (user) => ({ rows: [user] }));
    },
    createUser: async (fields, key) => {
      const name = 'admin.create_user';
      const result = await sendAuthenticated(session, untypedCall(adminCalls, name), { body: { ...fields }, key });
      const parsed = parseReply(result, adminCalls[name].reply);
      if (!parsed.ok) return parsed;
      pull();
      const { is_invited, ...user } = parsed.body;
      await savePage(session, adminKeys.user(user.id), { rows: [user] });
      return { ok: true, id: user.id, is_invited };
    },
    updateUser: async (id, change) => {
      const target = {
        key: adminKeys.user(id),
        name: 'admin.update_user',
        options: { params: { id }, body: change },
      } as const;
      const done = await fetchInto(session, adminCalls, target, (user) => ({ rows: [user] }));
      if (done.ok) pull();
      return done;
    },
    fetchAuditLog: (query) => fetchAuditLog(session, query),
  };
}
