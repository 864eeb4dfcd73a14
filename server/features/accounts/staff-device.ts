import { isEmployee } from '../../../contract/roles.ts';
import type { User } from '../../db/tables.ts';
import type { RequestFacts } from '../../handlers.ts';

/** Name of the cookie that records which employees were logged in on a device. A logout does not delete it. */
export const STAFF_COOKIE = '__Secure-haversack-staff';

const PATH = '/api/accounts';
const EMPLOYEES_REMEMBERED_S = 30 * 24 * 3600;
const MAX_EMPLOYEES = 5;

interface SeenEmployee {
  user_id: string;
  at_s: number;
}

const secondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

/**
 * Returns the employees who were logged in on this device within the last 30 days, latest first. Unreadable parts of
 * the cookie are ignored.
 */
function readSeenEmployees(request: RequestFacts, now: string): SeenEmployee[] {
  const parts = (request.cookie(STAFF_COOKIE) ?? '').split('.').slice(0, MAX_EMPLOYEES);
  return parts.flatMap((part) => {
    const [user_id = '', at = ''] = part.split('~');
    const at_s = Number.parseInt(at, 36);
    const isRecent = secondsOf(now) - at_s <= EMPLOYEES_REMEMBERED_S;
    return user_id !== '' && isRecent ? [{ user_id, at_s }] : [];
  });
}

type Owner = Pick<User, 'id' | 'is_staff' | 'is_manager' | 'is_superuser'>;

/**
 * If the owner of the session is an employee, records in the cookie that this employee was logged in. Call it at every
 * login and refresh.
 */
export function rememberStaffDevice(request: RequestFacts, owner: Owner, now: string): void {
  if (!isEmployee(owner)) return;
  const others = readSeenEmployees(request, now).filter((seen) => seen.user_id !== owner.id);
  const seenEmployees = [{ user_id: owner.id, at_s: secondsOf(now) }, ...others].slice(0, MAX_EMPLOYEES);
  const value = seenEmployees.map((one) => `${one.user_id}~${one.at_s.toString(36)}`).join('.');
  request.set_cookie(STAFF_COOKIE, value, EMPLOYEES_REMEMBERED_S, PATH);
}

/** Whether an employee other than this person was logged in on the device within the last 30 days. */
export const isStaffDevice = (request: RequestFacts, user_id: string, now: string): boolean =>
  readSeenEmployees(request, now).some((seen) => seen.user_id !== user_id);
