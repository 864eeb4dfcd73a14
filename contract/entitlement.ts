import { isEmployee, type RoleFlags } from './roles.ts';

/** How long a member keeps access after the end of the paid time while the renewal is being retried. */
export const GRACE_MS = 7 * 86_400_000;

const DAY_MS = 86_400_000;

/** Numbers of days before the end of the paid time at which a member is reminded; the last reminder comes first. */
export const reminderDays = [1, 7] as const;
export type ReminderDays = (typeof reminderDays)[number];

/** Returns the latest reminder that is due at `now_ms`; null if it is too early or the paid time has ended. */
export function dueReminder(until: string, now_ms: number): ReminderDays | null {
  const left = Date.parse(until) - now_ms;
  if (left <= 0) return null;
  return reminderDays.find((days) => left <= days * DAY_MS) ?? null;
}

/** The fields of an account that decide what it may read. */
export interface Entitled extends RoleFlags {
  /** Whether the user is a subscriber, as last reported by the server. */
  is_subscribed: boolean;
  subscribed_until: string | null;
}

/**
 * Returns the time (in ms) that a device uses to decide about access: its own clock, but never earlier than the last
 * time received from the server, so that setting the clock back does not prolong a subscription. `server_time` is null
 * before the first response.
 */
export function accessTime(device_ms: number, server_time: string | null): number {
  return server_time === null ? device_ms : Math.max(device_ms, Date.parse(server_time));
}

/**
 * Whether a device may show paid lessons at `now_ms` (see accessTime). An offline device cannot find out whether the
 * subscription was renewed, so it grants the same grace period that the server grants after a failed renewal.
 */
export function isEntitledOffline(account: Entitled, now_ms: number): boolean {
  if (isEmployee(account)) return true;
  if (!account.is_subscribed || account.subscribed_until === null) return account.is_subscribed;
  return now_ms <= Date.parse(account.subscribed_until) + GRACE_MS;
}
