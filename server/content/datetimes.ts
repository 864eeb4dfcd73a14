import { addDays, dateIn, instantIn, isDate } from '../../contract/zones.ts';

const keys = 'published_at|starts_at|ends_at';
const timeLine = new RegExp(`^((?:${keys}):[ \\t]*)([^"'\\s#][^#\\n]*?)([ \\t]*(?:#.*)?)$`, 'gm');

/**
 * Quotes the times in front matter, so that YAML leaves them as strings. Otherwise YAML, which has no time zones, would
 * parse some notations as instants in UTC.
 */
export function quoteTimes(source: string): string {
  const [head = ''] = /^---\n[\s\S]*?\n---/.exec(source) ?? [];
  return head.replace(timeLine, '$1"$2"$3') + source.slice(head.length);
}

export interface DatetimeRules {
  zone: string;
  /** The day to which relative times such as "+6d" are added; null where only absolute times are allowed. */
  today: Date | null;
}

const absolute = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/;
const local = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d)?)?$/;
const relative = /^([+-]\d{1,3})d (\d\d:\d\d)$/;

function instantOf(zone: string, date: string, time: string): string {
  if (!isDate(date) || time >= '24' || time.slice(3) >= '60') throw new Error('is not an existing date and time');
  return new Date(instantIn(zone, `${date}T${time}`)).toISOString();
}

/**
 * Parses a date and time from a content file and returns the instant (ISO). The text either has its own offset or is
 * local to `zone`. Throws an Error whose message is the reason.
 */
export function parseDatetime(text: string, { zone, today }: DatetimeRules): string {
  if (absolute.test(text)) {
    const ms = Date.parse(text.replace(' ', 'T'));
    if (Number.isNaN(ms)) throw new Error('is not an existing date and time');
    return new Date(ms).toISOString();
  }
  const [, date, time = '00:00'] = local.exec(text) ?? [];
  if (date) return instantOf(zone, date, time);
  const [, days, timeOfDay = ''] = relative.exec(text) ?? [];
  if (!days) throw new Error('must be a date and time such as 2026-05-03 18:30');
  if (!today) throw new Error('must be absolute: only demo content may be relative to today');
  return instantOf(zone, addDays(dateIn(zone, today.getTime()), Number(days)), timeOfDay);
}
