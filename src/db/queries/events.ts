import type { CalendarEvent } from '../../../contract/entities/event.ts';
import type { EventAnswerValue } from '../../../contract/values.ts';
import { savedBadges, type RowBadge } from './badges.ts';
import type { PhoneDb } from '../schema/db.ts';
import { coverOf } from './lessons.ts';

/** An event in a list, with the user's answer. */
export interface EventCard extends Omit<CalendarEvent, 'description'> {
  /** URL of the cover, or undefined. */
  cover: string | undefined;
  answer: EventAnswerValue;
  /** Sync state of an unsent answer. */
  badge: RowBadge | undefined;
}

export interface EventList {
  /** Events in the given language, or all events if there are none in that language. */
  events: EventCard[];
  /** Events in other languages; empty if `events` already contains all languages. */
  others: EventCard[];
}

const LIMIT = 200;

async function toCards(db: PhoneDb, events: readonly CalendarEvent[]): Promise<EventCard[]> {
  const [answers, badges] = await Promise.all([
    db.event_answers.bulkGet(events.map(({ id }) => id)),
    savedBadges(db, 'event_answers'),
  ]);
  return events.map(({ description: _, ...event }, index) => ({
    ...event,
    cover: coverOf(event),
    answer: answers[index]?.answer ?? 'none',
    badge: badges.get(event.id),
  }));
}

function splitByLanguage(all: EventCard[], language: string): EventList {
  const own = all.filter((event) => event.language === language);
  return own.length > 0
    ? { events: own, others: all.filter((event) => !own.includes(event)) }
    : { events: all, others: [] };
}

/** Returns events that are not over at `now` (ISO), soonest first. */
export async function savedUpcomingEvents(db: PhoneDb, language: string, now: string): Promise<EventList> {
  const rows = await db.events.where('ends_at').above(now).limit(LIMIT).toArray();
  const sorted = rows.toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
  return splitByLanguage(await toCards(db, sorted), language);
}

/** Returns events that ended between `since` and `now` (ISO), latest first. */
export async function savedPastEvents(db: PhoneDb, language: string, since: string, now: string): Promise<EventList> {
  const rows = await db.events.where('ends_at').between(since, now, false, true).reverse().limit(LIMIT).toArray();
  return splitByLanguage(await toCards(db, rows), language);
}

/** Returns one event with its description; null if it is not on this phone. */
export async function savedEvent(db: PhoneDb, id: string): Promise<{ event: CalendarEvent; card: EventCard } | null> {
  const event = await db.events.get(id);
  if (!event) return null;
  const [card] = await toCards(db, [event]);
  return card ? { event, card } : null;
}
