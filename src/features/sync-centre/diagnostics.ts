import type { EntityName } from '../../../contract/entities/stores.ts';
import type { Cursors } from '../../../contract/sync.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import type { SyncStatus } from '../../db/schema/sync-status.ts';

export interface DiagnosticsData {
  app_version: string;
  device_id: string;
  /** The browser's user agent. */
  browser: string;
  language: string;
  /** Time by this device's clock, in ms. */
  now: number;
  isOnline: boolean;
  isPaused: boolean;
  isProtected: boolean;
  status: SyncStatus;
  cursors: Cursors;
  entries: readonly Entry[];
  rows: readonly (readonly [EntityName, number])[];
  receipts: number;
  files: { count: number; bytes: number; unsent: number };
  storage: { usage: number | null; quota: number | null };
}

const time = (when: string | number | null): string => (when === null ? 'never' : new Date(when).toISOString());
const bytes = (value: number | null): string => (value === null ? 'unknown' : String(value));

/** Returns lines such as "contact.edit queued: 3": the kind, the state and the number of writes. */
function entryCounts(entries: readonly Entry[]): string[] {
  const counts = Map.groupBy(entries, ({ kind, state }) => `${kind} ${state}`);
  return [...counts].map(([name, own]) => `  ${name}: ${own.length}`).sort();
}

/** Returns the error codes and kinds of the last rejected writes, newest first. */
function lastErrors(entries: readonly Entry[]): string[] {
  const failed = entries.flatMap(({ kind, error }) => (error ? [{ kind, ...error }] : []));
  return failed
    .sort((a, b) => b.at - a.at)
    .slice(0, 10)
    .map(({ kind, status, code, at }) => `  ${time(at)} ${kind}: ${status} ${code ?? ''}`.trimEnd());
}

function closedGates({ gates }: SyncStatus): string {
  const { retry_after, ...flags } = gates;
  const closedNames = Object.entries(flags).flatMap(([name, isClosed]) => (isClosed ? [name] : []));
  const reasons = retry_after > 0 ? [...closedNames, `retry_after ${time(retry_after)}`] : closedNames;
  return reasons.length > 0 ? reasons.join(', ') : 'all open';
}

function maxAttempts(entries: readonly Entry[]): string {
  const maximumOf = (field: 'attempts_net' | 'attempts_srv') => Math.max(0, ...entries.map((entry) => entry[field]));
  return `network ${maximumOf('attempts_net')}, server ${maximumOf('attempts_srv')}`;
}

const oldest = (entries: readonly Entry[]): string =>
  entries.length === 0 ? 'none' : time(Math.min(...entries.map(({ at_client }) => at_client)));

/**
 * Returns a text that helps to find out why a write was not sent: versions, counts, codes and times. It never contains
 * a name, text or number of a person or record.
 */
export function diagnosticsText(facts: DiagnosticsData): string {
  const { status, entries, files, storage, cursors } = facts;
  const groups = Object.entries(cursors).map(([group, rev]) => `${group} ${rev}`);
  const errors = lastErrors(entries);
  return [
    `Haversack ${facts.app_version}`,
    `device: ${facts.device_id}`,
    `browser: ${facts.browser}`,
    `language: ${facts.language}`,
    `phone time: ${time(facts.now)}`,
    `clock offset: ${Math.round(status.clock_offset_ms / 1000)} s`,
    `server time: ${time(status.server_time)}`,
    `connection: ${status.connection}, browser says ${facts.isOnline ? 'online' : 'offline'}`,
    `paused: ${facts.isPaused ? 'yes' : 'no'}`,
    `gates: ${closedGates(status)}`,
    `last sent: ${time(status.last_sent_at)}`,
    `last fetched: ${time(status.last_fetched_at)}`,
    `first fetch: ${status.first_fetch ? `${status.first_fetch.done} of ${status.first_fetch.total}` : 'done'}`,
    `cursors: ${groups.length > 0 ? groups.join(', ') : 'none'}`,
    `unsent: ${entries.length}, oldest ${oldest(entries)}, most tries ${maxAttempts(entries)}`,
    ...entryCounts(entries),
    `last errors: ${errors.length > 0 ? '' : 'none'}`.trimEnd(),
    ...errors,
    'rows:',
    ...facts.rows.map(([name, count]) => `  ${name}: ${count}`),
    `receipts: ${facts.receipts}`,
    `files: ${files.count}, ${files.bytes} bytes, ${files.unsent} not sent`,
    `storage: ${bytes(storage.usage)} of ${bytes(storage.quota)} bytes, ${facts.isProtected ? 'protected' : 'not protected'}`,
  ].join('\n');
}
