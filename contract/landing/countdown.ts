import type { Lang } from '../fields.ts';
import type { LandingContext } from './context.ts';
import { plainNodes } from './markdown.ts';
import { pageTexts } from './page-texts.ts';
import type { PropsOf } from './props.ts';
import { element, type LandingNode } from './tree.ts';

const MINUTE_MS = 60_000;

const units = [
  { unit: 'day', minutes: 1440 },
  { unit: 'hour', minutes: 60 },
  { unit: 'minute', minutes: 1 },
] as const;

/** Returns a duration in its two largest units, as "3 days 4 hours"; at least a minute. */
export function durationText(ms: number, lang: Lang): string {
  let rest = Math.max(1, Math.ceil(ms / MINUTE_MS));
  const parts = units.map(({ unit, minutes }) => {
    const count = Math.floor(rest / minutes);
    rest -= count * minutes;
    return { unit, count };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ unit, count }) => new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(count))
    .join(' ');
}

const timeText = (at: string, lang: Lang): string =>
  new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(at));

/** The time until an event, as of the moment at which the page is shown, and after it the text for that case. */
export function countdownBlock(
  { until, expired_text }: PropsOf<'countdown'>,
  { lang, now }: LandingContext,
): LandingNode | null {
  if (until === null) return null;
  const left = Date.parse(until) - Date.parse(now);
  if (left <= 0) return expired_text ? element('p', { class: 'countdown' }, plainNodes(expired_text)) : null;
  return element('div', { class: 'countdown' }, [
    element('p', { class: 'left' }, [pageTexts[lang].timeLeft(durationText(left, lang))]),
    element('time', { datetime: until }, [`${timeText(until, lang)} UTC`]),
  ]);
}
