import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import type { Group } from '../../../contract/entities/define.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import type { SyncStatus } from '../../db/queries/status.ts';
import { formatRecent } from '../../lib/dates.ts';
import type { CollectionName } from './collections.ts';

/** Fields of a write in which people write; the first filled one is shown again. */
const written = [
  'text',
  'note',
  'result_note',
  'notes',
  'reason',
  'title',
  'description',
  'name',
  'body',
  'comment',
  'subject',
];

/** The person's own words inside a write, or null. */
export function ownWords(args: unknown): string | null {
  if (typeof args !== 'object' || args === null) return null;
  const fields = new Map<string, unknown>(Object.entries(args));
  for (const name of written) {
    const value = fields.get(name);
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

export const collectionNames: Record<CollectionName, MessageDescriptor> = {
  tasks: msg`Tasks`,
  tickets: msg`Your requests`,
  staff_tickets: msg`Requests of members`,
  handovers: msg`Handed over work`,
  people: msg`People`,
  waiting_leads: msg`Leads that wait`,
  person_events: msg`History of people`,
  employees: msg`Employees`,
  contacts: msg`Contacts`,
  contact_categories: msg`Categories of contacts`,
  interactions: msg`Calls and visits`,
  lesson_progress: msg`Your progress`,
  news_reads: msg`News you have read`,
  event_answers: msg`Your answers to events`,
  categories: msg`Categories`,
  lessons: msg`Lessons`,
  comments: msg`Comments`,
  news: msg`News`,
  events: msg`Events`,
  books: msg`Books`,
  book_shelf: msg`Your places in books`,
};

/** The order in which they are fetched, in words. */
export const groupNames: Record<Group, MessageDescriptor> = {
  p0: msg`First: your own work`,
  p1: msg`Second: your notes and contacts`,
  p2: msg`Third: what all share`,
  p3: msg`Last: everything else`,
};

const MINUTE_MS = 60_000;

/** A clock that is wrong by more than a minute, in words; null for one that is right. Server minus phone. */
export function clockText(offset_ms: number): string | null {
  const off = Math.abs(offset_ms);
  if (off <= MINUTE_MS) return null;
  const isAhead = offset_ms < 0;
  const minutes = Math.round(off / MINUTE_MS);
  const hours = Math.round(minutes / 60);
  const days = Math.round(hours / 24);
  if (minutes < 60) {
    return isAhead
      ? plural(minutes, { one: "This phone's clock is # minute ahead", other: "This phone's clock is # minutes ahead" })
      : plural(minutes, { one: "This phone's clock is # minute late", other: "This phone's clock is # minutes late" });
  }
  if (hours < 24) {
    return isAhead
      ? plural(hours, { one: "This phone's clock is # hour ahead", other: "This phone's clock is # hours ahead" })
      : plural(hours, { one: "This phone's clock is # hour late", other: "This phone's clock is # hours late" });
  }
  return isAhead
    ? plural(days, { one: "This phone's clock is # day ahead", other: "This phone's clock is # days ahead" })
    : plural(days, { one: "This phone's clock is # day late", other: "This phone's clock is # days late" });
}

export interface Waiting {
  status: SyncStatus;
  isPaused: boolean;
  /** Another write of the same record goes before it. */
  isBehind: boolean;
  now: number;
}

/** Why a write is still here. To be called while rendering: it uses the language that is active. */
export function whyText(entry: Entry, { status, isPaused, isBehind, now }: Waiting): string {
  const { gates, connection } = status;
  if (entry.state === 'sending') return t`On its way`;
  if (isPaused) return t`Sending is paused`;
  if (gates.auth) return t`Waits for you to log in`;
  if (gates.blocked) return t`Waits until your access is given back`;
  if (gates.upgrade) return t`Waits for the update of the app`;
  if (connection === 'offline') return t`Waits for a connection`;
  if (connection === 'portal') return t`Waits for the login page of the Wi-Fi`;
  if (connection === 'no_answer') return t`Waits for the server to answer`;
  if (isBehind) return t`Goes after the change above it`;
  if (entry.next_at > now) {
    const time = formatRecent(entry.next_at, now);
    return t`Next try ${time}`;
  }
  return t`Goes next`;
}

/** Tries so far, in words; null when there was none. */
export function triesText(entry: Entry): string | null {
  const tries = entry.attempts_net + entry.attempts_srv;
  return tries === 0 ? null : plural(tries, { one: '# try', other: '# tries' });
}
