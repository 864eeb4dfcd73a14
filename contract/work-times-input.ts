import { type Weekday, weekdays, type WorkInterval, type WorkTimes } from './entities/work-times.ts';
import { text } from './fields.ts';
import { KnownZone } from './contact-fields.ts';
import { minutesSinceMidnight } from './work-times.ts';
import { z } from './zod.ts';

export const MAX_INTERVALS = 3;
export const MAX_EXCEPTIONS = 100;

/** A time of day as HH:mm in steps of five minutes. Midnight at the end of a day is written 24:00. */
const Time = z
  .string()
  .check(
    z.regex(/^(([01]\d|2[0-3]):[0-5][05]|24:00)$/, { error: ({ input }) => (input === '' ? 'fill_both' : 'invalid') }),
  );

/** An interval within one day: `to` must be after `from`. The order is not checked if either time is malformed. */
export const IntervalInput = z.strictObject({ from: Time, to: Time }).check(
  z.refine(({ from, to }) => !from || !to || minutesSinceMidnight(from) < minutesSinceMidnight(to), {
    error: 'from_to_wrong',
  }),
);

const areInOrder = (intervals: readonly WorkInterval[]): boolean =>
  intervals.every(
    ({ from }, index) => index === 0 || minutesSinceMidnight(intervals[index - 1]!.to) <= minutesSinceMidnight(from),
  );

const sortIntervals = (intervals: readonly WorkInterval[]): WorkInterval[] =>
  intervals.toSorted((a, b) => minutesSinceMidnight(a.from) - minutesSinceMidnight(b.from));

const Intervals = z.array(IntervalInput).check(
  z.maxLength(MAX_INTERVALS, { error: 'too_long' }),
  z.overwrite((intervals) => sortIntervals(intervals)),
  z.refine((intervals) => areInOrder(intervals), { error: 'overlap' }),
);

const Exception = z
  .strictObject({
    from: z.iso.date({ error: 'invalid' }),
    to: z.iso.date({ error: 'invalid' }),
    type: z.enum(['off', 'working'], { error: 'required' }),
    intervals: z.optional(Intervals),
    note: z._default(text(0, 100), ''),
  })
  .check(z.refine(({ from, to }) => from <= to, { error: 'from_to_wrong' }));

const Exceptions = z.array(Exception).check(z.maxLength(MAX_EXCEPTIONS, { error: 'too_long' }));

/** Work times as entered. A day that is not listed is a day off. */
export const WorkTimesInput = z.strictObject({
  zone: KnownZone,
  days: z.strictObject(
    Object.fromEntries(weekdays.map((day) => [day, z._default(Intervals, [])])) as Record<
      (typeof weekdays)[number],
      z.ZodMiniDefault<typeof Intervals>
    >,
  ),
  exceptions: z._default(Exceptions, []),
});

/** Returns the error codes by field path; empty if the work times are valid. */
export function workTimesErrors(times: WorkTimes): Record<string, string> {
  const parsed = WorkTimesInput.safeParse(times);
  if (parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.map(String).join('.'), message]));
}

const LegacyTime = z.nullish(z.string().check(z.maxLength(5)));
/**
 * The work times of one day in the documented format: a single interval, whose times are empty for a day off, or a list
 * of intervals.
 */
export const LegacyDay = z.nullish(
  z.union([
    z.strictObject({ from: LegacyTime, to: LegacyTime }),
    z.array(z.strictObject({ from: LegacyTime, to: LegacyTime })),
  ]),
);
const byDay = <T>(schema: T) => Object.fromEntries(weekdays.map((day) => [day, schema])) as Record<Weekday, T>;
const legacyDays = byDay(LegacyDay);

/** Work times in the format of this app. Parts that are absent stay unchanged. */
const WorkTimesPatch = z.strictObject({
  zone: z.optional(KnownZone),
  days: z.optional(z.strictObject(byDay(z.optional(Intervals)))),
  exceptions: z.optional(Exceptions),
});

/**
 * Fields of the documented call. Days are accepted by name, either next to the zone or inside `work_times`, each with
 * one or several intervals. The format of this app is accepted as well. Fields that the request omits stay unchanged.
 */
export const WorkTimesPayload = {
  time_zone: z.optional(KnownZone),
  ...legacyDays,
  work_times: z.optional(z.union([WorkTimesPatch, z.strictObject(legacyDays)])),
};
type LegacyDays = { [K in Weekday]?: z.infer<typeof LegacyDay> };
type Payload = {
  time_zone?: string | undefined;
  work_times?: z.infer<typeof WorkTimesPatch> | LegacyDays | undefined;
} & LegacyDays;

/** Whether `work_times` is in the format of this app. */
export const isAppFormat = (
  work_times: NonNullable<Payload['work_times']>,
): work_times is z.infer<typeof WorkTimesPatch> => !weekdays.some((day) => day in work_times);

/** Whether a payload contains anything to change. */
export function hasWorkTimes({ time_zone, work_times = {}, ...days }: Payload): boolean {
  const values = [...weekdays.map((day) => days[day]), ...Object.values(work_times), time_zone];
  return values.some((value) => value !== undefined);
}

function legacyIntervals(day: z.infer<typeof LegacyDay>): WorkInterval[] {
  const givenIntervals = day === null || day === undefined ? [] : Array.isArray(day) ? day : [day];
  return givenIntervals.flatMap(({ from, to }) => (!from && !to ? [] : [{ from: from ?? '', to: to ?? '' }]));
}

const namedDays = (days: LegacyDays): Partial<WorkTimes['days']> =>
  Object.fromEntries(weekdays.filter((day) => days[day] !== undefined).map((day) => [day, legacyIntervals(days[day])]));

/**
 * Returns the work times that result from applying a payload, in any accepted format, to the current ones. The caller
 * must validate the result.
 */
export function withWorkTimesPayload({ work_times = {}, time_zone, ...flat }: Payload, current: WorkTimes): unknown {
  const { zone, days, exceptions } = isAppFormat(work_times) ? work_times : { days: namedDays(work_times) };
  return {
    zone: zone ?? time_zone ?? current.zone,
    days: { ...current.days, ...namedDays(flat), ...days },
    exceptions: exceptions ?? current.exceptions,
  };
}
