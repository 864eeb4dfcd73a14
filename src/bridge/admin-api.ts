import type { AccountFlag, AdminUser } from '../../contract/api-calls/admin.ts';
import type { AdminUsersQuery, AuditLogQuery } from '../lib/cached-pages.ts';
import type { ActionResult, Failure } from './results.ts';

/** The fields of an account that an admin edits. */
export type AccountFields = Pick<
  AdminUser,
  'first_name' | 'last_name' | 'email' | 'phone' | 'language' | 'country' | AccountFlag
>;

/** Changed fields of an account, and the reason if it is blocked or unblocked. */
export type AccountChange = Partial<AccountFields> & { reason?: string };

/** Online actions of admins, which are never queued. */
export interface AdminActions {
  fetchUsers(query: AdminUsersQuery): Promise<ActionResult>;
  fetchUser(id: string): Promise<ActionResult>;
  /**
   * Creates an account. A call that is repeated with the same `key` creates no further account. `is_invited`: whether
   * the owner was sent a link to set a password.
   */
  createUser(fields: AccountFields, key: string): Promise<{ ok: true; id: string; is_invited: boolean } | Failure>;
  /** Changes the given fields, and replaces the cached account with the changed one. */
  updateUser(id: string, change: AccountChange): Promise<ActionResult>;
  fetchAuditLog(query: AuditLogQuery): Promise<ActionResult>;
}
