import type { Insertable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { EventsTable, NewsTable } from '../../server/db/news-tables.ts';
import type { TestServer } from './server.ts';
import { syncStamps } from './stamps.ts';

const DAY = 86_400_000;

type NewsWorld = Pick<TestServer, 'db' | 'scope' | 'clock'>;

const syncFields = ({ scope, clock }: NewsWorld, id: string) => {
  const row = { scope, id, path: id, source_hash: '', ...syncStamps(clock.now().toISOString()) };
  return { ...row, is_mirrored: true, media: '[]', language: 'en' as const };
};

/** Adds a news item published yesterday. */
export async function addNews(place: NewsWorld, fields: Partial<Insertable<NewsTable>> = {}): Promise<string> {
  const id = uuidv7();
  const published_at = new Date(place.clock.now().getTime() - DAY).toISOString();
  const text = { title: 'The library moves', lead: 'Next door.', body: '<p>From Monday.</p>', is_important: false };
  await place.db
    .insertInto('news')
    .values({ ...syncFields(place, id), ...text, published_at, ...fields })
    .execute();
  return id;
}

/** Adds an event in Berlin that takes place tomorrow and lasts two hours. */
export async function addEvent(place: NewsWorld, fields: Partial<Insertable<EventsTable>> = {}): Promise<string> {
  const id = uuidv7();
  const start = place.clock.now().getTime() + DAY;
  const times = { starts_at: new Date(start).toISOString(), ends_at: new Date(start + 7_200_000).toISOString() };
  const text = { title: 'Open evening', description: '<p>Come in.</p>', place: 'Hauptstr. 4', url: null };
  await place.db
    .insertInto('events')
    .values({ ...syncFields(place, id), ...text, ...times, time_zone: 'Europe/Berlin', ...fields })
    .execute();
  return id;
}
