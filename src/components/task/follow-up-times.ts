import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import { nextWorkingTime } from '../../../contract/work-times.ts';
import { addDays, dateIn, instantIn, startOfDate, weekdayIndex } from '../../../contract/zones.ts';

const HOUR_MS = 3_600_000;
const QUARTER_MS = HOUR_MS / 4;
/** Minimum time in ms from now to "Later today". */
const LATER_MS = 2 * HOUR_MS;
const MORNING = '09:00';

export type FollowUpKey = 'today' | 'tomorrow' | 'weekday' | 'week';

/** The choice of the user: a suggested time, another time, or none. */
export type FollowUpChoice = FollowUpKey | 'pick' | 'none';

/** A suggested time of the next contact with a person. */
export interface FollowUpTime {
  key: FollowUpKey;
  /** Instant, ms. */
  at: number;
}

/**
 * Returns suggested times of a follow-up within working hours, earliest first: later today, tomorrow morning, next
 * Monday morning, and the morning in a week. If there are no working hours on a day, the first two suggestions are left
 * out, and the last two move to the next working day. Days are counted in the time zone `zone`.
 */
export function followUpTimes(times: WorkTimes, now: number, zone: string): FollowUpTime[] {
  const today = dateIn(zone, now);
  const tomorrow = addDays(today, 1);
  // Start of the first working time on this date, from 09:00 on if there is one, otherwise from midnight on.
  const onDate = (date: string): number | null => {
    const starts = [instantIn(zone, `${date}T${MORNING}`), startOfDate(zone, date)];
    const found = starts.map((start) => nextWorkingTime(times, start));
    return found.find((at) => at !== null && dateIn(zone, at) === date) ?? null;
  };
  const from = (date: string): number => {
    const morning = instantIn(zone, `${date}T${MORNING}`);
    return onDate(date) ?? nextWorkingTime(times, morning) ?? morning;
  };
  const later = nextWorkingTime(times, Math.ceil((now + LATER_MS) / QUARTER_MS) * QUARTER_MS);
  const week = from(addDays(today, 7));
  const found: { key: FollowUpKey; at: number | null }[] = [
    { key: 'today', at: later !== null && dateIn(zone, later) === today ? later : null },
    { key: 'tomorrow', at: onDate(tomorrow) },
    { key: 'weekday', at: from(addDays(today, 7 - weekdayIndex(today))) },
    { key: 'week', at: week },
  ];
  const given = found.filter((time): time is FollowUpTime => time.at !== null);
  const isRepeated = ({ key, at }: FollowUpTime): boolean =>
    key === 'weekday' && given.some((other) => other.key !== key && other.at === at);
  return given.filter((time) => !isRepeated(time));
}

/**
 * Returns the suggested time for a person who wants to be called back: tomorrow, or the next working day if tomorrow is
 * off.
 */
export const nextDayTime = (suggested: readonly FollowUpTime[]): FollowUpTime =>
  suggested.find(({ key }) => key !== 'today')!;
