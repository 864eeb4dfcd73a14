import type { CalendarEvent } from '../../contract/entities/event.ts';
import type { NewsItem } from '../../contract/entities/news.ts';

const HOUR = 3_600_000;
let idCount = 0;

function nextId(): string {
  idCount += 1;
  return `0198c000-0000-7000-8000-${String(idCount).padStart(12, '0')}`;
}

/** Returns the time (ISO) that is the given number of hours from now. */
export const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();

/** Returns an English news item published an hour ago. */
export function makeNews(change: Partial<NewsItem> = {}): NewsItem {
  return {
    id: nextId(),
    rev: 1,
    title: 'The library moves',
    lead: 'Next door.',
    body: '<p>From Monday.</p>',
    language: 'en',
    is_important: false,
    published_at: hoursFromNow(-1),
    media: [],
    ...change,
  };
}

/** Returns an event that starts in two days and lasts two hours. */
export function makeEvent(change: Partial<CalendarEvent> = {}): CalendarEvent {
  return {
    id: nextId(),
    rev: 1,
    title: 'Open evening',
    description: '<p>Tea and time to talk.</p>',
    language: 'en',
    starts_at: hoursFromNow(48),
    ends_at: hoursFromNow(50),
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    place: 'Library',
    url: null,
    media: [],
    ...change,
  };
}
