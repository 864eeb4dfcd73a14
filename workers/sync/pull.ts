import { groups, type Group } from '../../contract/entities/define.ts';
import { ChangesReply, type Cursors } from '../../contract/sync.ts';
import { applyChanges } from '../../src/db/outbox/apply-changes.ts';
import { applySnapshot, nextSnapshotPage, parsePage } from '../../src/db/outbox/apply-snapshot.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { saveMeta, savedMeta, savedMetas } from '../../src/db/schema/meta.ts';
import { saveStatus } from '../../src/db/schema/sync-meta.ts';
import { outboxDeps } from '../../src/db/outbox/outbox-deps.ts';
import type { Actor } from '../../src/db/outbox/view.ts';
import { findClosedGate } from './gates.ts';
import { measureClockOffset, type CallResult } from './http.ts';
import { claimResnapshot } from './resnapshot.ts';
import { sendAuthenticated, type Session } from './session.ts';

/**
 * `interrupted`: the pull stopped so that writes can be sent first: the user made new writes, writes accepted in an
 * ended epoch must be sent again, or unsent work on a lost record became an offer. The first sync can take minutes, and
 * these writes should not wait for its end. The next pull continues where this pull stopped.
 */
export type PullOutcome = 'done' | 'failed' | 'gate' | 'interrupted';

export interface PullContext {
  session: Session;
  actor: Actor;
  /** Returns whether writes were made since the last call. */
  checkNewWrites: () => boolean;
  /**
   * The page of a snapshot that was requested while the previous page was being stored. A pull that is interrupted by
   * new writes leaves this page to the next pull.
   */
  ahead: RequestedPage | null;
  /** Number of rows on the next requested page of a snapshot. */
  pageRows: number;
}

/** Fewest and most rows on a page of a snapshot. */
export const PAGE_ROWS = 500;
const MAX_PAGE_ROWS = 2000;
/**
 * Times in ms to wait for a page and store it. Below the first, the next page is twice as large, because larger pages
 * take fewer requests and transactions; above the second it is half as large, because reads and writes wait while a page
 * is stored.
 */
const SHORT_PAGE_MS = 400;
const LONG_PAGE_MS = 1_000;

/** Returns the number of rows on the next page, if the last one had up to `rows` rows and took `ms` milliseconds. */
export function nextPageRows(rows: number, ms: number): number {
  if (ms > LONG_PAGE_MS) return Math.max(PAGE_ROWS, rows / 2);
  return ms < SHORT_PAGE_MS ? Math.min(MAX_PAGE_ROWS, 2 * rows) : rows;
}

/** Returns the groups that are not mirrored yet. The group with the user's own work comes first. */
function unmirroredGroups(cursors: Cursors): Group[] {
  return groups.filter((group) => cursors[group] === undefined);
}

/** Leaves the epoch if the server responded that it has ended. Returns undefined for any other result. */
async function leaveEpochIfEnded(
  { session, actor }: PullContext,
  result: CallResult,
  asked: string | undefined,
): Promise<PullOutcome | undefined> {
  if (result.kind !== 'refused' || result.code !== 'epoch_changed') return undefined;
  const { leaveEndedEpoch } = await import('./epoch.ts');
  return (await leaveEndedEpoch(session, actor, asked)) ? 'interrupted' : 'failed';
}

/** A page of a snapshot. `token` is null for the first page of the group. */
interface WantedPage {
  group: Group;
  token: string | null;
  epoch: string | undefined;
}

/** A page that was requested. `result` contains the parsed body of the reply. */
export interface RequestedPage extends WantedPage {
  result: Promise<CallResult>;
}

function requestPage({ session, pageRows }: PullContext, page: WantedPage): RequestedPage {
  const { group, token, epoch } = page;
  const query = { group, page: token ?? undefined, limit: pageRows, device_id: session.device_id, epoch };
  // The page is parsed when it arrives, while the database still stores the previous one.
  const result = sendAuthenticated(session, 'sync.snapshot', { query, parse: parsePage });
  // If a page that was requested ahead is not used, its failure must not become an unhandled rejection.
  result.catch(() => {});
  return { ...page, result };
}

/** Returns the page that was requested ahead if it is the wanted page. Otherwise requests the wanted page. */
function takeOrRequestPage(context: PullContext, wanted: WantedPage): RequestedPage {
  const { ahead } = context;
  const isWanted = ahead?.group === wanted.group && ahead.token === wanted.token && ahead.epoch === wanted.epoch;
  return isWanted ? ahead : requestPage(context, wanted);
}

/**
 * The result of fetching one page. `following` is absent if the group has no more pages or another tab stored this one.
 */
interface StoredPage {
  outcome: PullOutcome;
  following?: WantedPage;
}

/**
 * Fetches and stores one page of a snapshot. Requests the next page while this one is being stored, so that network and
 * disk work at the same time.
 */
async function fetchSnapshotPage(context: PullContext, wanted: WantedPage): Promise<StoredPage> {
  const { session, actor } = context;
  const { group, token, epoch } = wanted;
  const startedAt = session.ports.clock.now();
  const page = takeOrRequestPage(context, wanted);
  context.ahead = null;
  const result = await page.result;
  const epochOutcome = await leaveEpochIfEnded(context, result, epoch);
  if (epochOutcome) return { outcome: epochOutcome };
  if (result.kind !== 'reply') {
    // The server rejected the page token, or during its update an old process the number of rows. The next pull starts
    // over with this group.
    if (result.kind === 'refused' && (result.status === 400 || result.status === 410)) {
      context.pageRows = PAGE_ROWS;
      await saveMeta(session.db, 'snapshot', null);
    }
    return { outcome: 'failed' };
  }
  const reply = result.body as Awaited<ReturnType<typeof parsePage>>;
  if (!reply) return { outcome: 'failed' };
  const { next } = reply;
  const following = next === null ? null : { group, token: next, epoch: epoch ?? reply.epoch };
  if (following) context.ahead = requestPage(context, following);
  const isStored = await applySnapshot(session.db, group, reply, token, actor, epoch);
  context.pageRows = nextPageRows(context.pageRows, session.ports.clock.now() - startedAt);
  return { outcome: 'done', ...(isStored && following && { following }) };
}

/** Returns the next page that is missing on this device; null if all groups are mirrored. */
async function findMissingPage(db: PhoneDb): Promise<WantedPage | null> {
  const { cursors = {}, snapshot, epoch } = await savedMetas(db, 'cursors', 'snapshot', 'epoch');
  const [group] = unmirroredGroups(cursors);
  return group ? { group, token: nextSnapshotPage(snapshot, group), epoch } : null;
}

/** Mirrors the missing groups page by page. Continues where the last run stopped. */
async function mirror(context: PullContext): Promise<PullOutcome> {
  const { db } = context.session;
  let hasFetched = false;
  for (let wanted = await findMissingPage(db); wanted;) {
    const { outcome, following } = await fetchSnapshotPage(context, wanted);
    if (outcome !== 'done') return outcome;
    hasFetched = true;
    if (context.checkNewWrites()) return 'interrupted';
    wanted = following ?? (await findMissingPage(db));
  }
  if (hasFetched) await db.meta.delete('mirrored_rows');
  await saveStatus(db, { first_fetch: null });
  return 'done';
}

/**
 * Clears the cursors of the given groups, so that the next pull fetches them completely. Rows with unsent writes stay.
 */
export async function resetGroups(db: PhoneDb, toReset: readonly Group[]): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const cursors = { ...(await savedMeta(db, 'cursors')) };
    for (const group of toReset) delete cursors[group];
    await saveMeta(db, 'cursors', cursors);
  });
}

async function resetExpired({ session }: PullContext): Promise<PullOutcome> {
  if (!(await claimResnapshot(session))) return 'failed';
  await resetGroups(session.db, groups);
  return 'done';
}

type Page = PullOutcome | 'more';

async function fetchChangesPage(context: PullContext): Promise<Page> {
  const { session, actor } = context;
  const { epoch, cursors = {} } = await savedMetas(session.db, 'epoch', 'cursors');
  const query = { ...cursors, device_id: session.device_id, epoch };
  const result = await sendAuthenticated(session, 'sync.changes', { query });
  const epochOutcome = await leaveEpochIfEnded(context, result, epoch);
  if (epochOutcome) return epochOutcome;
  if (result.kind === 'refused' && result.status === 410)
    return (await resetExpired(context)) === 'done' ? 'more' : 'failed';
  if (result.kind !== 'reply') return 'failed';
  const reply = ChangesReply.safeParse(result.body);
  if (!reply.success) return 'failed';
  const { has_more, server_time } = reply.data;
  const applied = await applyChanges(
    session.db,
    { ...cursors, epoch },
    reply.data,
    await outboxDeps(session.db, actor, session.ports),
  );
  const measured = measureClockOffset(result, server_time);
  await saveStatus(session.db, ({ clock_offset_ms: known }) => {
    // Small deviations are ignored: they are caused by the network, not by the clock.
    const clock_offset_ms = Math.abs(measured - known) < 250 ? known : measured;
    return { last_fetched_at: server_time, server_time, clock_offset_ms };
  });
  // Offers should be sent now, not in the next cycle.
  if (applied === 'offered') return 'interrupted';
  return applied === 'applied' && !has_more ? 'done' : 'more';
}

/**
 * Pulls everything that changed: first the groups that are not mirrored yet, then changes since the cursors until there
 * are no more.
 */
export async function pullChanges(context: PullContext): Promise<PullOutcome> {
  for (;;) {
    if (await findClosedGate(context.session)) return 'gate';
    const mirrored = await mirror(context);
    if (mirrored !== 'done') return mirrored;
    const page = await fetchChangesPage(context);
    if (page !== 'more') return page;
    if (context.checkNewWrites()) return 'interrupted';
  }
}
