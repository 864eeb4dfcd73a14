import type { EventCard } from '../../db/queries/events.ts';
import { formatDate } from '../../lib/dates.ts';

export interface Day {
  /** Any moment of it, ISO. */
  at: string;
  kind: 'today' | 'tomorrow' | 'other';
  events: EventCard[];
}

function tomorrowOf(now: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1, 12).getTime();
}

/** Events by the day on which they begin, in the order given. One that runs already belongs to today. */
export function agenda(events: readonly EventCard[], now: number): Day[] {
  const today = new Date(now).toISOString();
  const isRunning = ({ starts_at, ends_at }: EventCard) => starts_at < today && ends_at > today;
  const dayOf = (event: EventCard) => (isRunning(event) ? today : event.starts_at);
  const days = Map.groupBy(events, (event) => formatDate(dayOf(event)));
  return [...days].map(([day, own]) => ({
    at: dayOf(own[0]!),
    kind: day === formatDate(now) ? 'today' : day === formatDate(tomorrowOf(now)) ? 'tomorrow' : 'other',
    events: own,
  }));
}
