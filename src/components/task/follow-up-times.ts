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

/** A suggested time for the next contact with a person. */
export interface FollowUpTime {
  key: FollowUpKey;
  /** The time as an instant in ms. */
  at: number;
}

/**
 * Returns suggested times of a follow-up within working hours, earliest first: later today, tomorrow morning, next
 * Monday morning, and the morning in a week. On a day without working hours, each of the first two suggestions is left
 * out, and each of the last two moves to the next working day. Days are counted in the time zone `zone`.
 */
export function followUpTimes(times: WorkTimes, now: number, zone: string): FollowUpTime[] {
  const today = dateIn(zone, now);
  const tomorrow = addDays(today, 1);
  // The earliest working moment on this date from 09:00 on or, if there is none, from midnight on; null on a day off.
  const startOn = (date: string): number | null => {
    const starts = [instantIn(zone, `${date}T${MORNING}`), startOfDate(zone, date)];
    const candidates = starts.map((start) => nextWorkingTime(times, start));
    return candidates.find((at) => at !== null && dateIn(zone, at) === date) ?? null;
  };
  const startFrom = (date: string): number => {
    const morning = instantIn(zone, `${date}T${MORNING}`);
    return startOn(date) ?? nextWorkingTime(times, morning) ?? morning;
  };
  const laterToday = nextWorkingTime(times, Math.ceil((now + LATER_MS) / QUARTER_MS) * QUARTER_MS);
  const inOneWeek = startFrom(addDays(today, 7));
  const candidates: { key: FollowUpKey; at: number | null }[] = [
    { key: 'today', at: laterToday !== null && dateIn(zone, laterToday) === today ? laterToday : null },
    { key: 'tomorrow', at: startOn(tomorrow) },
    { key: 'weekday', at: startFrom(addDays(today, 7 - weekdayIndex(today))) },
    { key: 'week', at: inOneWeek },
  ];
  const available = candidates.filter((time): time is FollowUpTime => time.at !== null);
  const isRepeated = ({ key, at }: FollowUpTime): boolean =>
    key === 'weekday' && available.some((other) => other.key !== key && other.at === at);
  return available.filter((time) => !isRepeated(time));
}

/**
 * Returns the suggested time for a person who wants to be called back: tomorrow, or the next working day if tomorrow is
 * not one.
 */
export const nextDayTime = (suggested: readonly FollowUpTime[]): FollowUpTime =>
  suggested.find(({ key }) => key !== 'today')!;
