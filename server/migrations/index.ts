import type { Tx } from '../db/tables.ts';
import * as start from './0001_start.ts';
import * as contacts from './0002_contacts.ts';
import * as deviceSessions from './0003_device_sessions.ts';
import * as accounts from './0004_accounts.ts';
import * as news from './0005_news.ts';
import * as books from './0006_books.ts';
import * as tickets from './0007_tickets.ts';
import * as lessonMedia from './0008_lesson_media.ts';
import * as touched from './0009_touched.ts';
import * as people from './0010_people.ts';
import * as staffTickets from './0011_staff_tickets.ts';
import * as work from './0012_work.ts';
import * as day from './0013_day.ts';
import * as actionLog from './0014_action_log.ts';

export interface Migration {
  name: string;
  up(tx: Tx): Promise<void>;
}

/** THE LIST, in order. A migration that was released never changes. */
export const migrations: readonly Migration[] = [
  start,
  contacts,
  deviceSessions,
  accounts,
  news,
  books,
  tickets,
  lessonMedia,
  touched,
  people,
  staffTickets,
  work,
  day,
  actionLog,
];
