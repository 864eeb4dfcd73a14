import { MAX_PUSH_BYTES, type PushOp } from '../../../contract/sync.ts';
import type { PhoneDb } from '../schema/db.ts';
import type { Entry } from './entry.ts';

export interface Claim {
  /** Phone's clock, ms. */
  now: number;
  /** Whose claim it is: one per tab or worker. */
  holder: string;
  /** How long nobody else may send these, ms. After that a silent holder is taken for dead. */
  lease_ms: number;
  max_ops: number;
  /**
   * True while this context holds the turn's lock: whoever else claimed something is dead or frozen, since a claim is
   * made and settled under the lock. False respects the leases.
   */
  hasLock?: boolean;
  /** Ops that this context has on their way in other batches. */
  inFlight?: ReadonlySet<string>;
}

/** The op as it goes out. Made once: the text of the first attempt is the text of all attempts. */
export function opBody(entry: Entry): PushOp {
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

/** No wait of ours is longer. A moment farther ahead means that the phone's clock was set back since. */
const MAX_WAIT_MS = 10 * 60_000;

/** Has that moment come, by a clock that may have jumped? */
function isDue(moment: number, now: number, longest: number): boolean {
  return moment <= now || moment - now > longest;
}

/** Whether an entry has all its files on the server; one that is not here any more is for the server to judge. */
type HasFilesSent = (entry: Entry) => boolean;

/** Answers for one pass over the outbox: which entries may go now, which lanes are held, who waits for another. */
class BatchBuilder {
  readonly batch: Entry[] = [];
  readonly waiting: Entry[] = [];
  private readonly held = new Set<string>();
  private readonly byOp: Map<string, Entry>;
  private readonly groups: Map<string | null, Entry[]>;
  private readonly claim: Claim;
  private readonly filesSent: HasFilesSent;
  private bytes = 100;

  constructor(entries: readonly Entry[], claim: Claim, filesSent: HasFilesSent) {
    this.byOp = new Map(entries.map((entry) => [entry.op_id, entry]));
    this.groups = Map.groupBy(entries, (entry) => entry.atomic_group);
    this.claim = claim;
    this.filesSent = filesSent;
  }

  /** A dependency is met when it left the outbox, or goes ahead in this very batch or unit. */
  private isWaiting(entry: Entry, unit: readonly Entry[]): boolean {
    const ahead = [...this.batch, ...unit];
    const isMet = (dep: string) => !this.byOp.has(dep) || ahead.some((other) => other.op_id === dep);
    return !entry.deps.every(isMet) || !this.filesSent(entry);
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

  /** What commits together joins together, in the place of its last; until then its lanes let nothing pass. */
  private completeUnit(entry: Entry): Entry[] | null {
    if (entry.atomic_group === null) return [entry];
    const group = this.groups.get(entry.atomic_group) ?? [entry];
    return group.at(-1) === entry ? group : null;
  }

  /** The entry joins the batch if it may; a lane with one that stays behind is held for all later ones. */
  add(entry: Entry): void {
    // A refusal leaves its lane free; all else that stays behind holds it.
    if (entry.state === 'rejected') return;
    const unit = this.completeUnit(entry);
    const isHeld = this.held.has(entry.lane);
    if (unit === null) {
      if (isHeld) this.brokenGroups.add(entry.atomic_group);
      this.held.add(entry.lane);
      return;
    }
    const size = unit.reduce((sum, { frozen, size_bytes }) => sum + (frozen?.length ?? size_bytes + 400) * 2, 0);
    const isFree = !isHeld || this.isHeldByOwnUnit(entry, unit);
    const mayGo = isFree && !this.brokenGroups.has(entry.atomic_group);
    if (!mayGo || !unit.every((one) => this.isReady(one, unit)) || !this.fits(unit, size)) {
      this.held.add(entry.lane);
      return;
    }
    this.bytes += size;
    this.batch.push(...unit);
    if (unit.length === 1) return;
    // Whatever came between the members stays behind them.
    for (const { lane } of unit) this.held.add(lane);
  }

  /** Groups of which a member stands behind something else in its lane. */
  private readonly brokenGroups = new Set<string | null>();

  private isHeldByOwnUnit(entry: Entry, unit: readonly Entry[]): boolean {
    return unit.length > 1 && unit.some((other) => other !== entry && other.lane === entry.lane);
  }
}

/** Claims that nobody is at any more are taken back. */
async function reclaim(db: PhoneDb, entries: readonly Entry[], claim: Claim): Promise<void> {
  for (const entry of entries) {
    if (entry.state !== 'sending') continue;
    const isLeased = entry.lease !== null && !isDue(entry.lease.until, claim.now, claim.lease_ms);
    if (isLeased && (!claim.hasLock || claim.inFlight?.has(entry.op_id))) continue;
    Object.assign(entry, { state: 'queued', lease: null });
    await db.outbox.put(entry);
  }
}

async function filesOnServer(db: PhoneDb, entries: readonly Entry[]): Promise<HasFilesSent> {
  const wanted = [...new Set(entries.flatMap((entry) => entry.blobs ?? []))];
  const here = wanted.length > 0 ? await db.blobs.bulkGet(wanted) : [];
  const unsent = new Set(here.filter((blob) => blob?.sent_at === null).map((blob) => blob!.sha256));
  return (entry) => (entry.blobs ?? []).every((sha256) => !unsent.has(sha256));
}

const inOrder = (a: Entry, b: Entry) => (b.priority ?? 0) - (a.priority ?? 0) || a.seq! - b.seq!;

/**
 * Claims the next batch in the phone's order and freezes what it claims: heads of lanes with their dependencies and
 * files on the server, at most `max_ops` and 256 KiB. Empty when nothing can go now.
 */
export function claimBatch(db: PhoneDb, claim: Claim): Promise<Entry[]> {
  return db.transaction('rw', db.outbox, db.blobs, async () => {
    const entries = (await db.outbox.orderBy('seq').toArray()).sort(inOrder);
    await reclaim(db, entries, claim);
    const builder = new BatchBuilder(entries, claim, await filesOnServer(db, entries));
    for (const entry of entries) builder.add(entry);
    const lease = { holder: claim.holder, until: claim.now + claim.lease_ms };
    for (const entry of builder.batch) {
      Object.assign(entry, { state: 'sending', lease, frozen: entry.frozen ?? JSON.stringify(opBody(entry)) });
    }
    const waiting = builder.waiting.filter((entry) => entry.state === 'queued');
    for (const entry of waiting) Object.assign(entry, { state: 'waiting_dep' });
    if (builder.batch.length + waiting.length > 0) await db.outbox.bulkPut([...builder.batch, ...waiting]);
    return builder.batch;
  });
}

/**
 * Puts claimed entries back because the request as a whole failed: nothing was refused, nothing is lost. A server that
 * fails altogether counts like a dead network: only errors on an op alone may park it.
 */
export async function release(
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
