import { addDays, dateIn, instantIn, timeIn } from './zones.ts';

/** Quiet hours as they are stored: from and to, local times of day. They may last past midnight. */
export const QUIET_HOURS = /^(([01]\d|2[0-3]):[0-5]\d)-(([01]\d|2[0-3]):[0-5]\d)$/;

/** Splits quiet hours into their two times. Returns null if there are none, or if they begin when they end. */
export function quietTimes(hours: string | null | undefined): { from: string; to: string } | null {
  const [, from, , to] = QUIET_HOURS.exec(hours ?? '') ?? [];
  return from === undefined || to === undefined || from === to ? null : { from, to };
}

/**
 * Returns the instant (ms) at which the quiet hours that contain `at` end; null if `at` is in none. `zone` is the time
 * zone of the person.
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
  // While clocks are set back, the end has passed once although the clock shows a quiet time again.
  return end > at ? end : null;
}
