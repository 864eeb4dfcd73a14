import { weekdays, type Weekday, type WorkInterval, type WorkTimes } from '../../../contract/entities/work-times.ts';
import { minutesSinceMidnight } from '../../../contract/work-times.ts';
import { workTimesErrors } from '../../../contract/work-times-input.ts';
import { z } from '../../../contract/zod.ts';

/** Working hours as typed, which may be incomplete. */
export type TimesDraft = WorkTimes;

/** Error codes by position: `MON.0` is the first interval of Monday, `MON` the whole day. */
export type TimesErrors = Record<string, string>;

const mapDays = (
  days: WorkTimes['days'],
  map: (intervals: WorkInterval[], day: Weekday) => WorkInterval[],
): WorkTimes['days'] => Object.fromEntries(weekdays.map((day) => [day, map(days[day], day)])) as WorkTimes['days'];

const isEmpty = ({ from, to }: WorkInterval): boolean => from === '' && to === '';

/** Returns the working hours as they are stored: without empty intervals, and with an end at 00:00 stored as 24:00. */
export function timesOf(draft: TimesDraft): WorkTimes {
  const toStored = ({ from, to }: WorkInterval): WorkInterval => ({ from, to: to === '00:00' ? '24:00' : to });
  return {
    ...draft,
    days: mapDays(draft.days, (intervals) => intervals.filter((interval) => !isEmpty(interval)).map(toStored)),
  };
}

/** Returns the error codes of working hours by position; empty if they are valid. */
export function draftErrors(draft: TimesDraft): TimesErrors {
  const errors: TimesErrors = {};
  for (const [path, code] of Object.entries(workTimesErrors(timesOf(draft)))) {
    const [root, day = '', index] = path.split('.');
    if (root !== 'days') {
      errors[root ?? ''] ??= code;
      continue;
    }
    const places = draft.days[day as Weekday].flatMap((interval, place) => (isEmpty(interval) ? [] : [place]));
    errors[index === undefined ? day : `${day}.${places[Number(index)]}`] ??= code;
  }
  return errors;
}

export const setDay = (draft: TimesDraft, day: Weekday, intervals: WorkInterval[]): TimesDraft => ({
  ...draft,
  days: { ...draft.days, [day]: intervals },
});

const weekdayAfter = (day: Weekday): Weekday => weekdays[(weekdays.indexOf(day) + 1) % weekdays.length]!;

/** Returns whether an interval of working hours would be valid if it ended on the next day. */
export const endsNextDay = ({ from, to }: WorkInterval): boolean =>
  from !== '' && to !== '' && to !== '00:00' && to < from;

/** Splits an interval of working hours at midnight and moves the hours after midnight to the next day. */
export function splitAtMidnight(draft: TimesDraft, day: Weekday, index: number): TimesDraft {
  const intervals = draft.days[day];
  const { from, to } = intervals[index]!;
  const shortened = setDay(
    draft,
    day,
    intervals.map((interval, place) => (place === index ? { from, to: '24:00' } : interval)),
  );
  const next = weekdayAfter(day);
  return setDay(shortened, next, [
    { from: '00:00', to },
    ...shortened.days[next].filter((interval) => !isEmpty(interval)),
  ]);
}

/** Days off as typed, which may be incomplete. */
export interface DaysOffDraft {
  from: string;
  to: string;
  note: string;
}

export const noDaysOff: DaysOffDraft = { from: '', to: '', note: '' };

export const hasTypedDaysOff = ({ from, to, note }: DaysOffDraft): boolean => `${from}${to}${note}`.trim() !== '';

/** Returns the typed days off as an exception to the working hours: a single day unless a last day is given. */
export const daysOffOf = ({ from, to, note }: DaysOffDraft): WorkTimes['exceptions'][number] => ({
  from,
  to: to || from,
  type: 'off',
  note: note.trim().slice(0, 100),
});

/** Returns the error code of typed days off, or undefined if they can be added. */
export function daysOffError(draft: DaysOffDraft): string | undefined {
  if (draft.from === '') return 'required';
  const { from, to } = daysOffOf(draft);
  return to < from ? 'from_to_wrong' : undefined;
}

/** The values of a form for working hours. */
export interface TimesValues {
  draft: TimesDraft;
  /** Days off that were typed but not added yet. */
  daysOff: DaysOffDraft;
}

/** Returns the working hours together with days off that were typed but not added. */
export const withDaysOff = ({ draft, daysOff }: TimesValues): TimesDraft =>
  hasTypedDaysOff(daysOff) ? { ...draft, exceptions: [...draft.exceptions, daysOffOf(daysOff)] } : draft;

/** The fields of a form's schema for working hours. */
export const timesShape = {
  draft: z
    .custom<TimesDraft>()
    .check(z.refine((draft) => Object.keys(draftErrors(draft)).length === 0, { error: 'invalid' })),
  daysOff: z
    .custom<DaysOffDraft>()
    .check(
      z.refine((daysOff) => !hasTypedDaysOff(daysOff) || daysOffError(daysOff) === undefined, { error: 'invalid' }),
    ),
};

/** Returns the hours of a week, without intervals that are incomplete or end before they start. */
export function weeklyHours(draft: TimesDraft): number {
  const minutes = Object.values(timesOf(draft).days)
    .flat()
    .filter(({ from, to }) => from !== '' && to !== '')
    .map(({ from, to }) => Math.max(0, minutesSinceMidnight(to) - minutesSinceMidnight(from)));
  return Math.round((minutes.reduce((sum, each) => sum + each, 0) / 60) * 100) / 100;
}
