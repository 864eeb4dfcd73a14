import { isAdmin, isEmployee, isManager } from '../../contract/roles.ts';
import type { OpenSession, SavedUserData } from './session.ts';

/** The properties of the logged-in user that the route guards need. */
export interface CurrentUser {
  user_id: string;
  is_staff: boolean;
  is_manager: boolean;
  /** Whether the user may open the administration. */
  is_admin: boolean;
  is_subscribed: boolean;
}

/** Returns the user if their login is valid. Null makes the routes redirect to /login. */
export function currentUserOf(session: OpenSession | null, saved: SavedUserData | null): CurrentUser | null {
  const me = saved?.me;
  if (!session || !me || saved.status.gates.auth) return null;
  return {
    user_id: session.user_id,
    is_staff: isEmployee(me),
    is_manager: isManager(me),
    is_admin: isAdmin(me),
    is_subscribed: me.is_subscribed,
  };
}

/**
 * Returns the screen that opens for "/", and after a login without a target. /dashboard shows employees their day, and
 * all other users their lessons.
 */
export function homePathOf({ is_staff, is_subscribed }: CurrentUser): '/dashboard' | '/subscription' {
  return is_staff || is_subscribed ? '/dashboard' : '/subscription';
}

/** Returns the path of this app that opens after the login; null for anything that could lead to another site. */
export function safeNextPath(next: unknown): string | null {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next) || /[\\\u0000-\u001f]/.test(next)) return null;
  return next.startsWith('/login') || next === '/' ? null : next;
}
