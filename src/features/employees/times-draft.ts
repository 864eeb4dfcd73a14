import { weekdays, type Weekday, type WorkInterval, type WorkTimes } from '../../../contract/entities/work-times.ts';
import { workTimesFaults } from '../../../contract/work-times-input.ts';

/** Hours as they stand in the fields, unfinished ones among them. Midnight at the end of a day is 00:00 there. */
export type TimesDraft = WorkTimes;

/** Where a draft is wrong: `MON.0` one of its intervals, `MON` the day -> code. */
export type TimesFaults = Record<string, string>;

const mapDays = (
  days: WorkTimes['days'],
  map: (intervals: WorkInterval[], day: Weekday) => WorkInterval[],
): WorkTimes['days'] => Object.fromEntries(weekdays.map((day) => [day, map(days[day], day)])) as WorkTimes['days'];

export function draftOf(times: WorkTimes): TimesDraft {
  const shown = ({ from, to }: WorkInterval): WorkInterval => ({ from, to: to === '24:00' ? '00:00' : to });
  return { ...times, days: mapDays(times.days, (intervals) => intervals.map(shown)) };
}

const isEmpty = ({ from, to }: WorkInterval): boolean => from === '' && to === '';

/** As it would be kept: fields with nothing in them fall away, and an end at 00:00 is midnight. */
export function timesOf(draft: TimesDraft): WorkTimes {
  const kept = ({ from, to }: WorkInterval): WorkInterval => ({
    from,
    to: to === '00:00' && from !== '' ? '24:00' : to,
  });
  return { ...draft, days: mapDays(draft.days, (intervals) => intervals.filter((one) => !isEmpty(one)).map(kept)) };
}

/** Faults under the places of the draft; empty for one that may be saved. */
export function faultsOfDraft(draft: TimesDraft): TimesFaults {
  const found: TimesFaults = {};
  for (const [path, code] of Object.entries(workTimesFaults(timesOf(draft)))) {
    const [root, day = '', index] = path.split('.');
    if (root !== 'days') {
      found[root ?? ''] ??= code;
      continue;
    }
    const places = draft.days[day as Weekday].flatMap((one, place) => (isEmpty(one) ? [] : [place]));
    found[index === undefined ? day : `${day}.${places[Number(index)]}`] ??= code;
  }
  return found;
}

export const setDay = (draft: TimesDraft, day: Weekday, intervals: WorkInterval[]): TimesDraft => ({
  ...draft,
  days: { ...draft.days, [day]: intervals },
});

const dayAfter = (day: Weekday): Weekday => weekdays[(weekdays.indexOf(day) + 1) % weekdays.length]!;

/** Whether an interval would make sense if it ended on the day after. */
export const endsNextDay = ({ from, to }: WorkInterval): boolean =>
  from !== '' && to !== '' && to !== '00:00' && to < from;

/** Cuts an interval at midnight: the rest of it begins the day after. */
export function cutAtMidnight(draft: TimesDraft, day: Weekday, index: number): TimesDraft {
  const intervals = draft.days[day];
  const { from, to } = intervals[index]!;
  const cut = setDay(
    draft,
    day,
    intervals.map((one, place) => (place === index ? { from, to: '00:00' } : one)),
  );
  const next = dayAfter(day);
  return setDay(cut, next, [{ from: '00:00', to }, ...cut.days[next].filter((one) => !isEmpty(one))]);
}
