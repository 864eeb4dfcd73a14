const DAY_MS = 86_400_000;

const keys = 'published_at|starts_at|ends_at';
const timeLine = new RegExp(`^((?:${keys}):[ \\t]*)([^"'\\s#][^#\\n]*?)([ \\t]*(?:#.*)?)$`, 'gm');

/**
 * Front matter with its times in quotes. YAML would make instants of some ways to write a time and text of others, and
 * a time on the wall of an unknown place of none.
 */
export function withTimesAsText(source: string): string {
  const [head = ''] = /^---\n[\s\S]*?\n---/.exec(source) ?? [];
  return head.replace(timeLine, '$1"$2"$3') + source.slice(head.length);
}

export function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** What a clock on the wall of the zone shows, as if it were UTC. */
function wallAt(zone: string, ms: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(ms);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((found) => found.type === type)?.value ?? 0);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** When a clock of the zone shows that. A time that the spring leaves out is taken an hour later. */
function whenWall(zone: string, wall: number): string {
  const guess = wall - (wallAt(zone, wall) - wall);
  const ms = wall - (wallAt(zone, guess) - guess);
  return new Date(ms).toISOString();
}

export interface MomentRules {
  zone: string;
  /** What "+6d" counts from; null where only a date will do. */
  today: Date | null;
}

const absolute = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/;
const local = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d)?)?$/;
const relative = /^([+-]\d{1,3})d (\d\d):(\d\d)$/;

function wallOf(year: number, month: number, day: number, hour: number, minute: number): number {
  const wall = Date.UTC(year, month - 1, day, hour, minute);
  const date = new Date(wall);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || hour > 23 || minute > 59)
    throw new Error('is no date and time that exists');
  return wall;
}

/**
 * The instant (ISO) of a time as people write it: with its own offset, or by the clocks of the zone. Throws an Error
 * that says what is wrong with it.
 */
export function momentOf(text: string, { zone, today }: MomentRules): string {
  if (absolute.test(text)) {
    const ms = Date.parse(text.replace(' ', 'T'));
    if (Number.isNaN(ms)) throw new Error('is no date and time that exists');
    return new Date(ms).toISOString();
  }
  const written = local
    .exec(text)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (written) {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = written;
    return whenWall(zone, wallOf(year, month, day, hour, minute));
  }
  const counted = relative.exec(text)?.slice(1).map(Number);
  if (!counted) throw new Error('must be a date and time such as 2026-05-03 18:30');
  if (!today) throw new Error('counts from today, which only the content of the demo does');
  const [days = 0, hour = 0, minute = 0] = counted;
  const day = new Date(wallAt(zone, today.getTime()) + days * DAY_MS);
  return whenWall(zone, wallOf(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate(), hour, minute));
}
