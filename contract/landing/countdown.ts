import type { Lang } from '../fields.ts';
import type { LandingContext } from './context.ts';
import { durationText } from './duration.ts';
import { plainNodes } from './markdown.ts';
import { pageTexts } from './page-texts.ts';
import type { PropsOf } from './props.ts';
import { element, type LandingNode } from './tree.ts';

const timeText = (at: string, lang: Lang): string =>
  new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(at));

/** Returns a countdown: the time that is left until an event or, after the event, `expired_text`. */
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
