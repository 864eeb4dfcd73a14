import { MAX_PUSH_BYTES, type PushOp } from '../../contract/sync.ts';
import type { PhoneDb } from './db.ts';
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
  alone?: boolean;
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
const LONGEST_WAIT_MS = 10 * 60_000;

/** Has that moment come, by a clock that may have jumped? */
function reached(moment: number, now: number, longest: number): boolean {
  return moment <= now || moment - now > longest;
}

/** Answers for one pass over the outbox: which entries may go now, which lanes are held. */
class Pass {
  readonly held = new Set<string>();
  readonly batch: Entry[] = [];
  private readonly byOp: Map<string, Entry>;
  private readonly claim: Claim;
  private bytes = 100;

  constructor(entries: readonly Entry[], claim: Claim) {
    this.byOp = new Map(entries.map((entry) => [entry.op_id, entry]));
    this.claim = claim;
  }

  /** A dependency is met when it left the outbox, or goes ahead in this very batch. */
  private waitsFor(entry: Entry): boolean {
    return entry.deps.some((dep) => this.byOp.has(dep) && !this.batch.some((other) => other.op_id === dep));
  }

  private fits(size: number): boolean {
    return this.batch.length < this.claim.max_ops && (this.batch.length === 0 || this.bytes + size <= MAX_PUSH_BYTES);
  }

  /** True when the entry joins the batch; a lane with one that stays behind is held for all later ones. */
  take(entry: Entry): boolean {
    // A refusal leaves its lane free; all else that stays behind holds it.
    if (entry.state === 'rejected') return false;
    const ready =
      (entry.state === 'queued' || entry.state === 'waiting_dep') &&
      reached(entry.next_at, this.claim.now, LONGEST_WAIT_MS);
    const size = (entry.frozen?.length ?? entry.size_bytes + 400) * 2;
    if (this.held.has(entry.lane) || !ready || this.waitsFor(entry) || !this.fits(size)) {
      this.held.add(entry.lane);
      return false;
    }
    this.bytes += size;
    this.batch.push(entry);
    return true;
  }
}

/**
 * Claims the next batch in the phone's order and freezes what it claims: heads of lanes with their dependencies met,
 * at most `max_ops` and 256 KiB. Claims that nobody is at any more are taken back first. Empty when nothing can go now.
 */
export function claimBatch(db: PhoneDb, claim: Claim): Promise<Entry[]> {
  return db.transaction('rw', db.outbox, async () => {
    const entries = await db.outbox.orderBy('seq').toArray();
    for (const entry of entries) {
      if (entry.state !== 'sending') continue;
      const isLeased = entry.lease !== null && !reached(entry.lease.until, claim.now, claim.lease_ms);
      if (isLeased && !claim.alone) continue;
      Object.assign(entry, { state: 'queued', lease: null });
      await db.outbox.put(entry);
    }
    const pass = new Pass(entries, claim);
    for (const entry of entries) pass.take(entry);
    const lease = { holder: claim.holder, until: claim.now + claim.lease_ms };
    for (const entry of pass.batch) {
      Object.assign(entry, { state: 'sending', lease, frozen: entry.frozen ?? JSON.stringify(opBody(entry)) });
    }
    if (pass.batch.length > 0) await db.outbox.bulkPut(pass.batch);
    return pass.batch;
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

/** Forgets the waits of single entries: something happened that makes a new try worth while. */
export async function forgetWaits(db: PhoneDb): Promise<void> {
  await db.outbox.where('state').anyOf('queued', 'waiting_dep').modify({ next_at: 0 });
}
