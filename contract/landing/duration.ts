import type { Lang } from '../fields.ts';

const MINUTE_MS = 60_000;

const units = [
  { unit: 'day', minutes: 1440 },
  { unit: 'hour', minutes: 60 },
  { unit: 'minute', minutes: 1 },
] as const;

/** Returns a duration in its two largest units, such as "3 days 4 hours"; at least one minute. */
export function durationText(ms: number, lang: Lang): string {
  let remainingMinutes = Math.max(1, Math.ceil(ms / MINUTE_MS));
  const parts = units.map(({ unit, minutes }) => {
    const count = Math.floor(remainingMinutes / minutes);
    remainingMinutes -= count * minutes;
    return { unit, count };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ unit, count }) => new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(count))
    .join(' ');
}
