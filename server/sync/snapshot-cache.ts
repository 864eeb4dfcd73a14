import { createHash } from 'node:crypto';
import { ByteCache } from '../byte-cache.ts';
import type { Caller } from '../handlers.ts';
import type { SnapshotQuery } from './snapshot.ts';

const MAX_CACHE_BYTES = 64 * 1024 * 1024;
/** Estimated size of an entry in addition to the bytes of its page. */
const ENTRY_BYTES = 1_000;
/**
 * How long a page is kept even if nothing is written. A few values of rows depend on the time, such as whether a person
 * has a subscription.
 */
export const MAX_PAGE_AGE_MS = 5 * 60_000;

/** A page of a snapshot as it was sent: JSON, compressed with gzip. */
export interface SentPage {
  data: Buffer;
  etag: string;
}

type Counter = NonNullable<Caller['seen']>['counter'];

interface Entry {
  page: SentPage;
  /** The counter before the page was read. */
  counter: Counter;
  /** The maximum number of rows with which the page was requested. */
  limit: number;
  read_at: number;
}

const isSameCounter = (a: Counter, b: Counter): boolean =>
  a.rev === b.rev && a.horizon === b.horizon && a.epoch === b.epoch;

/**
 * Keeps pages of snapshots as they were sent, so that a page that is requested again, after a lost response or by
 * another device of the same user, is neither read nor compressed again.
 *
 * [Note: Cached pages] A page is kept for one user and one state of the account, and is sent only as long as nothing at
 * all has been written in the organisation: every write increments the counter, including writes that change what a user
 * may see. The last page of a group is not kept, because it lists the ops of one device. Nothing is kept for a viewer of
 * another account, whose pages are masked.
 */
export class SnapshotCache {
  readonly #clock: () => Date;
  readonly #entries: ByteCache<Entry>;

  constructor(clock: () => Date, max_bytes = MAX_CACHE_BYTES) {
    this.#clock = clock;
    this.#entries = new ByteCache(max_bytes);
  }

  /**
   * Returns a page that may be sent again; undefined if it must be read. It may have fewer rows than requested, and
   * then the next page begins earlier.
   */
  get(caller: Caller, query: SnapshotQuery): SentPage | undefined {
    const key = keyOf(caller, query);
    const entry = key === null ? undefined : this.#entries.get(key);
    if (!entry || !caller.seen || !isSameCounter(entry.counter, caller.seen.counter)) return undefined;
    if (entry.limit > query.limit) return undefined;
    return this.#clock().getTime() - entry.read_at < MAX_PAGE_AGE_MS ? entry.page : undefined;
  }

  /**
   * Keeps a page that was read after `caller` was authorised. If something was written in between, the counter of the
   * next request differs, and the page is read again. Returns undefined if the page must not be kept.
   */
  set(caller: Caller, query: SnapshotQuery, data: Buffer): SentPage | undefined {
    const key = keyOf(caller, query);
    if (key === null || !caller.seen) return undefined;
    const page = { data, etag: `"${createHash('sha256').update(data).digest('base64url').slice(0, 22)}"` };
    const entry = { page, counter: caller.seen.counter, limit: query.limit, read_at: this.#clock().getTime() };
    this.#entries.set(key, entry, data.byteLength + key.length + ENTRY_BYTES);
    return page;
  }
}

/**
 * Returns the key of a page; null if the page must be read from the database, because the epoch in the request has
 * ended, or because the device in the request is not the device that was checked when the request was authorised.
 */
function keyOf(caller: Caller, { group, page, device_id, epoch }: SnapshotQuery): string | null {
  const { scope, user_id, principal, is_subscribed, seen } = caller;
  if (!seen || caller.view) return null;
  if (device_id !== undefined && device_id !== seen.device_id) return null;
  if (epoch !== undefined && epoch !== seen.counter.epoch) return null;
  return JSON.stringify([scope, user_id, principal, is_subscribed, group, page ?? null]);
}
