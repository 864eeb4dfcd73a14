import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import type { Group } from '../../../contract/entities/define.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import type { SyncStatus } from '../../db/schema/sync-status.ts';
import { formatRecent } from '../../lib/dates.ts';
import type { CollectionName } from './collections.ts';

/** Text fields of writes. The first one that is not empty is quoted. */
const textFields = [
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

/** Returns the text that the user typed in a write; null if there is none. */
export function textInWrite(args: unknown): string | null {
  if (typeof args !== 'object' || args === null) return null;
  const fields = new Map<string, unknown>(Object.entries(args));
  for (const name of textFields) {
    const value = fields.get(name);
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

export const collectionNames: Record<CollectionName, MessageDescriptor> = {
  tasks: msg`Tasks`,
  tickets: msg`Your requests`,
  staff_tickets: msg`Tickets`,
  subscriptions: msg`Your subscription`,
  handovers: msg`Handovers`,
  people: msg`People`,
  waiting_leads: msg`Waiting leads`,
  person_events: msg`Person history`,
  employees: msg`Employees`,
  contacts: msg`Contacts`,
  contact_categories: msg`Contact categories`,
  interactions: msg`Calls and visits`,
  donations: msg`Donations`,
  recurring_donations: msg`Recurring donations`,
  lesson_progress: msg`Your progress`,
  news_reads: msg`News you have read`,
  event_answers: msg`Your event replies`,
  flows: msg`Flows`,
  landing_blocks: msg`Blocks of landing pages`,
  flow_stats: msg`Flow statistics`,
  notifications: msg`Notifications`,
  account_views: msg`Views of your account`,
  saved_views: msg`Saved views`,
  categories: msg`Categories`,
  lessons: msg`Lessons`,
  comments: msg`Comments`,
  news: msg`News`,
  events: msg`Events`,
  packages: msg`Packages`,
  books: msg`Books`,
  book_shelf: msg`Reading positions`,
};

/** Labels of the sync groups in sync order. */
export const groupNames: Record<Group, MessageDescriptor> = {
  p0: msg`1. Your own work`,
  p1: msg`2. Your notes and contacts`,
  p2: msg`3. Shared content`,
  p3: msg`4. Everything else`,
};

const MINUTE_MS = 60_000;

/**
 * Returns a warning about a device clock that is wrong by more than a minute; null for a correct clock. `offset_ms` is
 * server time minus device time.
 */
export function clockText(offset_ms: number): string | null {
  const difference_ms = Math.abs(offset_ms);
  if (difference_ms <= MINUTE_MS) return null;
  const isAhead = offset_ms < 0;
  const minutes = Math.round(difference_ms / MINUTE_MS);
  const hours = Math.round(minutes / 60);
  const days = Math.round(hours / 24);
  if (minutes < 60) {
    return isAhead
      ? plural(minutes, {
          one: "This device's clock is # minute ahead",
          other: "This device's clock is # minutes ahead",
        })
      : plural(minutes, {
          one: "This device's clock is # minute behind",
          other: "This device's clock is # minutes behind",
        });
  }
  if (hours < 24) {
    return isAhead
      ? plural(hours, { one: "This device's clock is # hour ahead", other: "This device's clock is # hours ahead" })
      : plural(hours, { one: "This device's clock is # hour behind", other: "This device's clock is # hours behind" });
  }
  return isAhead
    ? plural(days, { one: "This device's clock is # day ahead", other: "This device's clock is # days ahead" })
    : plural(days, { one: "This device's clock is # day behind", other: "This device's clock is # days behind" });
}

export interface WaitingReason {
  status: SyncStatus;
  isPaused: boolean;
  /** Whether an earlier unsent write to the same record exists. */
  isBehind: boolean;
  now: number;
}

/**
 * Returns the reason why a write has not been sent. Call while rendering, because the text depends on the active
 * language.
 */
export function waitingReasonText(entry: Entry, { status, isPaused, isBehind, now }: WaitingReason): string {
  const { gates, connection } = status;
  if (entry.state === 'sending') return t`Sending`;
  if (isPaused) return t`Sending is paused`;
  if (gates.auth) return t`Waiting for you to log in`;
  if (gates.blocked) return t`Waiting for your access to be restored`;
  if (gates.upgrade) return t`Waiting for an app update`;
  if (connection === 'offline') return t`Waiting for a connection`;
  if (connection === 'portal') return t`Waiting for Wi-Fi login`;
  if (connection === 'no_answer') return t`Waiting for the server`;
  if (isBehind) return t`Waiting for the change above`;
  if (entry.next_at > now) {
    const time = formatRecent(entry.next_at, now);
    return t`Next attempt ${time}`;
  }
  return t`Next to be sent`;
}

/** Returns a text with the number of attempts to send a write; null if there were none. */
export function attemptsLabel(entry: Entry): string | null {
  const tries = entry.attempts_net + entry.attempts_srv;
  return tries === 0 ? null : plural(tries, { one: '# attempt', other: '# attempts' });
}
