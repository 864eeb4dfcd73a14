import { addDays, dateIn, instantIn, timeIn } from './zones.ts';

/** Format of quiet hours: start and end as local times of day, such as 22:00-07:00. They may extend past midnight. */
export const QUIET_HOURS = /^(([01]\d|2[0-3]):[0-5]\d)-(([01]\d|2[0-3]):[0-5]\d)$/;

/** Splits quiet hours into start and end. Returns null if there are none, or if start and end are equal. */
export function quietTimes(hours: string | null | undefined): { from: string; to: string } | null {
  const [, from, , to] = QUIET_HOURS.exec(hours ?? '') ?? [];
  return from === undefined || to === undefined || from === to ? null : { from, to };
}

/**
 * Returns the instant (ms) at which the quiet hours that contain `at` end; null if `at` is not within quiet hours.
 * `zone` is the time zone of the user.
 */
export function quietUntil(hours: string | null | undefined, zone: string, at: number): number | null {
  const times = quietTimes(hours);
  if (!times) return null;
  const { from, to } = times;
  const time = timeIn(zone, at);
  const isOvernight = from > to;
  const isQuiet = isOvernight ? time >= from || time < to : time >= from && time < to;
  if (!isQuiet) return null;
  const today = dateIn(zone, at);
  const end = instantIn(zone, `${isOvernight && time >= from ? addDays(today, 1) : today}T${to}`);
  // When the clocks are set back, a local time within the quiet hours can occur again after the quiet hours have ended.
  return end > at ? end : null;
}
