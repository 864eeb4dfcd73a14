import { AdminUser, AccountCounts, AuditLine } from '../../../contract/api-calls/admin.ts';
import { z } from '../../../contract/zod.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { adminKeys, type AdminUsersQuery, type AuditLogQuery, type PageMeta } from '../../lib/cached-pages.ts';

export interface UsersPage {
  rows: AdminUser[];
  about: PageMeta;
  at: string;
}

const USERS_KEY_PREFIX = 'admin_users:';

/** Returns the pages of accounts on this device, the most recently fetched first. */
const fetchedPages = async (db: PhoneDb) =>
  (await db.pages.where('key').startsWith(USERS_KEY_PREFIX).toArray()).toSorted((a, b) =>
    b.fetched_at.localeCompare(a.fetched_at),
  );

/** Returns the number of accounts by role and state, from the page fetched last; null if no page was fetched. */
export async function savedAccountCounts(db: PhoneDb): Promise<AccountCounts | null> {
  const [newest] = await fetchedPages(db);
  const counts = AccountCounts.safeParse((newest?.about as PageMeta | undefined)?.counts);
  return counts.success ? counts.data : null;
}

/** Returns a page of the accounts as last fetched; null if it was never fetched. */
export async function savedUsers(db: PhoneDb, query: AdminUsersQuery): Promise<UsersPage | null> {
  const page = await db.pages.get(adminKeys.users(query));
  const rows = z.array(AdminUser).safeParse(page?.rows);
  if (!page || !rows.success) return null;
  return { rows: rows.data, about: page.about as PageMeta, at: page.fetched_at };
}

export interface SavedUser {
  user: AdminUser;
  at: string;
}

/** Returns an account as last fetched, alone or within a page of the list; null if it was never fetched. */
export async function savedUser(db: PhoneDb, id: string): Promise<SavedUser | null> {
  const pages = [await db.pages.get(adminKeys.user(id)), ...(await fetchedPages(db))].filter(
    (page) => page !== undefined,
  );
  for (const { rows, fetched_at } of pages.toSorted((a, b) => b.fetched_at.localeCompare(a.fetched_at))) {
    const row = rows.find((candidate) => (candidate as AdminUser | null)?.id === id);
    const user = AdminUser.safeParse(row);
    if (user.success) return { user: user.data, at: fetched_at };
  }
  return null;
}

export interface AuditPage {
  rows: AuditLine[];
  /** Cursor of the next page of the audit log. */
  next: string | null;
  at: string;
}

/** Returns a page of the audit log as last fetched; null if it was never fetched. */
export async function savedAuditLog(db: PhoneDb, query: AuditLogQuery): Promise<AuditPage | null> {
  const page = await db.pages.get(adminKeys.audit(query));
  const rows = z.array(AuditLine).safeParse(page?.rows);
  if (!page || !rows.success) return null;
  return { rows: rows.data, next: (page.about as { next: string | null }).next, at: page.fetched_at };
}
