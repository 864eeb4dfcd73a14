import { MAX_PUSH_BYTES, type PushOp } from '../../../contract/sync.ts';
import type { PhoneDb } from '../schema/db.ts';
import type { Entry } from './entry.ts';

export interface Claim {
  /** The current device time in ms. */
  now: number;
  /** Id of the claiming tab or worker. */
  holder: string;
  /** Duration of the lease in ms; a holder that has not finished by then is presumed dead. */
  lease_ms: number;
  max_ops: number;
  /**
   * True while this context holds the sync lock. Only the holder of the lock claims entries and applies results, so any
   * other context that still has a lease is dead or frozen. If false, the leases of other contexts are respected.
   */
  hasLock?: boolean;
  /** Ops in flight in other batches of this context. */
  inFlight?: ReadonlySet<string>;
}

/**
 * Returns the op as it is sent to the server. Called only for the first attempt to send an entry: its text is frozen,
 * and later attempts send the same text.
 */
export function toPushOp(entry: Entry): PushOp {
  return {
    op_id: entry.op_id,
    lane: entry.lane,
    deps: entry.deps,
    kind: entry.kind,
    v: entry.v,
    entity: entry.entity,
    id: entry.entity_id,
    base_rev: entry.base_rev,
    args: entry.args,
    base: entry.base,
    at: new Date(entry.at_client).toISOString(),
    clock_offset_ms: Math.round(entry.clock_offset_ms),
    ...(entry.atomic_group && { atomic_group: entry.atomic_group }),
    ...(entry.supersedes && { supersedes: entry.supersedes }),
  };
}

/** No back-off is longer than this. A due time further in the future means that the device clock was set back. */
const MAX_WAIT_MS = 10 * 60_000;

/** Whether `moment` has been reached, judged by a clock that may have been set back. */
function isDue(moment: number, now: number, longest: number): boolean {
  return moment <= now || moment - now > longest;
}

/**
 * Whether all files of an entry are on the server. Files that are no longer on this phone count as sent: if the server
 * lacks them too, it refuses the write.
 */
type AreFilesSent = (entry: Entry) => boolean;

/**
 * Builds a batch in one pass over the outbox. Entries that are ready join `batch`; entries whose dependencies or files
 * are missing join `waiting`. An entry that is not sent holds its lane: no later entry of the lane joins the batch.
 */
class BatchBuilder {
  readonly batch: Entry[] = [];
  readonly waiting: Entry[] = [];
  private readonly held = new Set<string>();
  private readonly byOp: Map<string, Entry>;
  private readonly groups: Map<string | null, Entry[]>;
  private readonly claim: Claim;
  private readonly filesSent: AreFilesSent;
  private bytes = 100;

  constructor(entries: readonly Entry[], claim: Claim, filesSent: AreFilesSent) {
    this.byOp = new Map(entries.map((entry) => [entry.op_id, entry]));
    this.groups = Map.groupBy(entries, (entry) => entry.atomic_group);
    this.claim = claim;
    this.filesSent = filesSent;
  }

  /** A dependency is met if its entry has left the outbox, or is sent earlier in the same batch or unit. */
  private isWaiting(entry: Entry, unit: readonly Entry[]): boolean {
    const sentBefore = [...this.batch, ...unit];
    const isDependencyMet = (dep: string) => !this.byOp.has(dep) || sentBefore.some((other) => other.op_id === dep);
    return !entry.deps.every(isDependencyMet) || !this.filesSent(entry);
  }

  private isReady(entry: Entry, unit: readonly Entry[]): boolean {
    if (entry.state !== 'queued' && entry.state !== 'waiting_dep') return false;
    if (this.isWaiting(entry, unit)) {
      this.waiting.push(entry);
      return false;
    }
    return isDue(entry.next_at, this.claim.now, MAX_WAIT_MS);
  }

  private fits(unit: readonly Entry[], size: number): boolean {
    if (this.batch.length === 0) return true;
    return this.batch.length + unit.length <= this.claim.max_ops && this.bytes + size <= MAX_PUSH_BYTES;
  }

  /**
   * Returns the entries that must be sent together with this one; null if later members of its atomic group follow. An
   * atomic group joins the batch when its last member is added; until then it holds the lanes of its members.
   */
  private completeUnit(entry: Entry): Entry[] | null {
    if (entry.atomic_group === null) return [entry];
    const group = this.groups.get(entry.atomic_group) ?? [entry];
    return group.at(-1) === entry ? group : null;
  }

  /** Adds an entry if it is ready; otherwise holds its lane. */
  add(entry: Entry): void {
    // A refused entry does not hold its lane; any other entry that is not sent does.
    if (entry.state === 'rejected') return;
    const unit = this.completeUnit(entry);
    const isHeld = this.held.has(entry.lane);
    if (unit === null) {
      if (isHeld) this.heldGroups.add(entry.atomic_group);
      this.held.add(entry.lane);
      return;
    }
    const size = unit.reduce((sum, { frozen, size_bytes }) => sum + (frozen?.length ?? size_bytes + 400) * 2, 0);
    const isFree = !isHeld || this.isHeldByOwnUnit(entry, unit);
    const canSend = isFree && !this.heldGroups.has(entry.atomic_group);
    if (!canSend || !unit.every((member) => this.isReady(member, unit)) || !this.fits(unit, size)) {
      this.held.add(entry.lane);
      return;
    }
    this.bytes += size;
    this.batch.push(...unit);
    if (unit.length === 1) return;
    // Entries between group members must not overtake the group.
    for (const { lane } of unit) this.held.add(lane);
  }

  /** Atomic groups that cannot be sent because an earlier entry holds the lane of one of their members. */
  private readonly heldGroups = new Set<string | null>();

  private isHeldByOwnUnit(entry: Entry, unit: readonly Entry[]): boolean {
    return unit.length > 1 && unit.some((other) => other !== entry && other.lane === entry.lane);
  }
}

/** Requeues entries whose lease has expired or whose holder, a tab or worker, is gone. */
async function reclaim(db: PhoneDb, entries: readonly Entry[], claim: Claim): Promise<void> {
  for (const entry of entries) {
    if (entry.state !== 'sending') continue;
    const isLeased = entry.lease !== null && !isDue(entry.lease.until, claim.now, claim.lease_ms);
    if (isLeased && (!claim.hasLock || claim.inFlight?.has(entry.op_id))) continue;
    Object.assign(entry, { state: 'queued', lease: null });
    await db.outbox.put(entry);
  }
}

async function filesOnServer(db: PhoneDb, entries: readonly Entry[]): Promise<AreFilesSent> {
  const hashes = [...new Set(entries.flatMap((entry) => entry.blobs ?? []))];
  const blobs = hashes.length > 0 ? await db.blobs.bulkGet(hashes) : [];
  const unsent = new Set(blobs.filter((blob) => blob?.sent_at === null).map((blob) => blob!.sha256));
  return (entry) => (entry.blobs ?? []).every((sha256) => !unsent.has(sha256));
}

const bySendingOrder = (a: Entry, b: Entry) => (b.priority ?? 0) - (a.priority ?? 0) || a.seq! - b.seq!;

/**
 * Claims and freezes the next batch in outbox order: entries from the front of each lane whose dependencies are met and
 * whose files are on the server, at most `max_ops` entries and 256 KiB. A larger first entry or atomic group is claimed
 * alone. Returns an empty list if nothing is ready.
 */
export function claimBatch(db: PhoneDb, claim: Claim): Promise<Entry[]> {
  return db.transaction('rw', db.outbox, db.blobs, async () => {
    const entries = (await db.outbox.orderBy('seq').toArray()).sort(bySendingOrder);
    await reclaim(db, entries, claim);
    const builder = new BatchBuilder(entries, claim, await filesOnServer(db, entries));
    for (const entry of entries) builder.add(entry);
    const lease = { holder: claim.holder, until: claim.now + claim.lease_ms };
    for (const entry of builder.batch) {
      Object.assign(entry, { state: 'sending', lease, frozen: entry.frozen ?? JSON.stringify(toPushOp(entry)) });
    }
    const waiting = builder.waiting.filter((entry) => entry.state === 'queued');
    for (const entry of waiting) Object.assign(entry, { state: 'waiting_dep' });
    if (builder.batch.length + waiting.length > 0) await db.outbox.bulkPut([...builder.batch, ...waiting]);
    return builder.batch;
  });
}

/**
 * Returns claimed entries to the queue if the request failed as a whole, without a result for any op. The failure
 * `failed` counts as a network failure, even if the server responded with an error: an op is parked only because of
 * errors of that op. With `none`, no failure is counted.
 */
export async function releaseClaims(
  db: PhoneDb,
  claimed: readonly Entry[],
  holder: string,
  failure: 'failed' | 'none',
): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    for (const { op_id } of claimed) {
      const entry = await db.outbox.get({ op_id });
      if (entry?.state !== 'sending' || entry.lease?.holder !== holder) continue;
      const attempts_net = entry.attempts_net + (failure === 'none' ? 0 : 1);
      await db.outbox.put({ ...entry, state: 'queued', lease: null, attempts_net });
    }
  });
}
