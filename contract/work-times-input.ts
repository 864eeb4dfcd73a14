import { weekdays, type WorkInterval, type WorkTimes } from './entities/work-times.ts';
import { KnownZone, text } from './fields.ts';
import { minuteOf } from './work-times.ts';
import { z } from './zod.ts';

export const MAX_INTERVALS = 3;
export const MAX_EXCEPTIONS = 100;

/** HH:mm in steps of five minutes. Midnight at the end of a day is 24:00. */
const Time = z
  .string()
  .check(
    z.regex(/^(([01]\d|2[0-3]):[0-5][05]|24:00)$/, { error: ({ input }) => (input === '' ? 'fill_both' : 'invalid') }),
  );

/** `to` is after `from`, on the same day. Skipped if either is malformed. */
const Interval = z
  .strictObject({ from: Time, to: Time })
  .check(z.refine(({ from, to }) => !from || !to || minuteOf(from) < minuteOf(to), { error: 'from_to_wrong' }));

const inOrder = (intervals: readonly WorkInterval[]): boolean =>
  intervals.every(({ from }, index) => index === 0 || minuteOf(intervals[index - 1]!.to) <= minuteOf(from));

const sorted = (intervals: readonly WorkInterval[]): WorkInterval[] =>
  intervals.toSorted((a, b) => minuteOf(a.from) - minuteOf(b.from));

const Intervals = z.array(Interval).check(
  z.maxLength(MAX_INTERVALS, { error: 'too_long' }),
  z.overwrite((intervals) => sorted(intervals)),
  z.refine((intervals) => inOrder(intervals), { error: 'overlap' }),
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

/** Work times as entered. A day that is not named is free. */
export const WorkTimesInput = z.strictObject({
  zone: KnownZone,
  days: z.strictObject(
    Object.fromEntries(weekdays.map((day) => [day, z._default(Intervals, [])])) as Record<
      (typeof weekdays)[number],
      z.ZodMiniDefault<typeof Intervals>
    >,
  ),
  exceptions: z._default(z.array(Exception).check(z.maxLength(MAX_EXCEPTIONS, { error: 'too_long' })), []),
});

/** Returns the errors by field path; empty for valid times. */
export function workTimesErrors(times: WorkTimes): Record<string, string> {
  const parsed = WorkTimesInput.safeParse(times);
  if (parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.map(String).join('.'), message]));
}

const Half = z.nullish(z.string().check(z.maxLength(5)));
/** One interval per day, empty for a free day; or a list of intervals. */
const LegacyDay = z.nullish(
  z.union([z.strictObject({ from: Half, to: Half }), z.array(z.strictObject({ from: Half, to: Half }))]),
);
const legacyDays = Object.fromEntries(weekdays.map((day) => [day, LegacyDay])) as Record<
  (typeof weekdays)[number],
  typeof LegacyDay
>;

/**
 * The body of the documented call: days by name, next to the zone or inside `work_times`, with one or several intervals
 * each; or the format of this app.
 */
export const WorkTimesPayload = {
  time_zone: z.optional(KnownZone),
  ...legacyDays,
  work_times: z.optional(z.union([WorkTimesInput, z.strictObject(legacyDays)])),
};
type LegacyDays = { [K in (typeof weekdays)[number]]?: z.infer<typeof LegacyDay> };
type Payload = { time_zone?: string | undefined; work_times?: WorkTimes | LegacyDays | undefined } & LegacyDays;

function legacyIntervals(day: z.infer<typeof LegacyDay>): WorkInterval[] {
  const given = day === null || day === undefined ? [] : Array.isArray(day) ? day : [day];
  return given.flatMap(({ from, to }) => (!from && !to ? [] : [{ from: from ?? '', to: to ?? '' }]));
}

/** Converts any accepted format to work times, not yet validated. Formats without exceptions keep the known ones. */
export function fromPayload(payload: Payload, zone: string, known: WorkTimes | null): unknown {
  const { work_times, time_zone = zone } = payload;
  if (work_times && 'days' in work_times) return work_times;
  const days: LegacyDays = work_times ?? payload;
  return {
    zone: time_zone,
    days: Object.fromEntries(weekdays.map((day) => [day, legacyIntervals(days[day])])),
    exceptions: known?.exceptions ?? [],
  };
}
