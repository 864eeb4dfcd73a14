import { isEmployee, isManager } from '../../contract/roles.ts';
import type { OpenSession, Saved } from './session.ts';

/** Who the routes are guarded for. */
export interface Person {
  user_id: string;
  is_staff: boolean;
  is_manager: boolean;
  is_subscribed: boolean;
}

/** The person whose login holds; null sends to /login. */
export function personOf(session: OpenSession | null, saved: Saved | null): Person | null {
  const me = saved?.me;
  if (!session || !me || saved.status.gates.auth) return null;
  return {
    user_id: session.user_id,
    is_staff: isEmployee(me),
    is_manager: isManager(me),
    is_subscribed: me.is_subscribed,
  };
}

/** Where "/" leads. */
export function homeOf(person: Person): '/staff-dashboard' | '/dashboard' | '/subscription' {
  if (person.is_staff) return '/staff-dashboard';
  return person.is_subscribed ? '/dashboard' : '/subscription';
}

/** Where a login leads when it names no place of its own. */
export const afterLogin = (person: Person): '/dashboard' | '/subscription' =>
  person.is_subscribed ? '/dashboard' : '/subscription';

/** A place of ours to go on to after the login, or null: nothing that could lead out of the app. */
export function safeNext(next: unknown): string | null {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next) || /[\\\u0000-\u001f]/.test(next)) return null;
  return next.startsWith('/login') || next === '/' ? null : next;
}
