import type { EventCard } from '../../db/queries/events.ts';
import { formatDate, daysLater } from '../../lib/dates.ts';
import { iso } from '../../lib/ports.ts';

export interface AgendaDay {
  /** An instant of this day, ISO. Its time of day has no meaning. */
  at: string;
  kind: 'today' | 'tomorrow' | 'other';
  events: EventCard[];
}

/** Groups events by the day on which they start, in the given order. An event in progress belongs to today. */
export function groupByDay(events: readonly EventCard[], now: number): AgendaDay[] {
  const today = iso(now);
  const isRunning = ({ starts_at, ends_at }: EventCard) => starts_at < today && ends_at > today;
  const dayOf = (event: EventCard) => (isRunning(event) ? today : event.starts_at);
  const days = Map.groupBy(events, (event) => formatDate(dayOf(event)));
  return [...days].map(([day, own]) => ({
    at: dayOf(own[0]!),
    kind: day === formatDate(now) ? 'today' : day === formatDate(daysLater(now, 1)) ? 'tomorrow' : 'other',
    events: own,
  }));
}
