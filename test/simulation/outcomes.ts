import { writeNamed } from '../../contract/writes/index.ts';
import type { Entry, Receipt } from '../../src/db/outbox/entry.ts';
import type { Ledger } from './server-log.ts';
import type { SimTab } from './sim-tab.ts';
import type { SavedWrite, World } from './world.ts';

/** Final state of a saved write. `lost` violates a guarantee. */
export type WriteOutcome = 'accepted' | 'waiting' | 'given_up' | 'handed_over' | 'came_to_nothing' | 'lost';

/**
 * Determines the outcome of each write: it may have been merged, sent again under a new id, handed over, or accepted by
 * the server.
 */
export class WriteOutcomes {
  private readonly accepted: Set<string>;
  private readonly here = new Map<string, Entry>();
  private readonly next = new Map<string, string>();
  private readonly offers: { entity_id: unknown; args: string }[] = [];
  private readonly world: World;

  private constructor(world: World, ledger: Ledger) {
    this.world = world;
    this.accepted = new Set(ledger.accepted.map((op) => op.op_id));
    for (const [old, op_id] of world.resentAs) this.next.set(old, op_id);
    for (const op of world.sent.values()) {
      if (op.supersedes) this.next.set(op.supersedes, op.op_id);
      if (op.kind === 'handover.offer') this.recordOffer(op.args);
    }
  }

  static async of(world: World, tabs: readonly SimTab[], ledger: Ledger): Promise<WriteOutcomes> {
    const outcomes = new WriteOutcomes(world, ledger);
    for (const { phone } of tabs) {
      for (const entry of await phone.db.outbox.toArray()) outcomes.recordEntry(entry);
      for (const line of await phone.db.history.toArray()) outcomes.recordMerged(line);
    }
    return outcomes;
  }

  private recordOffer(args: unknown): void {
    const { entity_id, args: content } = args as { entity_id: unknown; args: unknown };
    this.offers.push({ entity_id, args: stringifySorted(content) });
  }

  private recordEntry(entry: Entry): void {
    this.here.set(entry.op_id, entry);
    if (entry.supersedes) this.next.set(entry.supersedes, entry.op_id);
    if (entry.kind === 'handover.offer') this.recordOffer(entry.args);
    this.recordMerged(entry);
  }

  private recordMerged({ op_id, absorbed }: Pick<Receipt, 'op_id' | 'absorbed'>): void {
    for (const old of absorbed ?? []) this.next.set(old, op_id);
  }

  /** Returns the id of the op that now contains a write, which may have been merged or sent again. */
  currentOp(op_id: string): string {
    let last = op_id;
    for (let next = this.next.get(last); next !== undefined; next = this.next.get(last)) last = next;
    return last;
  }

  /**
   * Whether the record was created or restored, and then deleted, on one device before any of these writes was sent. A
   * restored record may have been sent and deleted before.
   */
  private wasCreatedAndDeleted(saved: SavedWrite): boolean {
    const own = this.world.saved.filter((other) => other.id === saved.id && other.phone === saved.phone);
    const at = own.indexOf(saved);
    const created = own.findLastIndex(({ kind }, index) => index <= at && writeNamed(kind)?.mode === 'create');
    const deleted = own.findIndex(({ kind }, index) => index >= at && writeNamed(kind)?.mode === 'delete');
    if (created === -1 || deleted === -1) return false;
    const writes = own.slice(created, deleted + 1);
    return writes.every(({ op_id }) => !this.world.sent.has(op_id) && !this.here.has(op_id));
  }

  of(saved: SavedWrite): WriteOutcome {
    const last = this.currentOp(saved.op_id);
    if (this.accepted.has(last)) return 'accepted';
    if (this.here.has(last)) return 'waiting';
    if (this.world.givenUp.has(last) || this.world.givenUp.has(saved.op_id)) return 'given_up';
    if (this.isOffered(saved)) return 'handed_over';
    return this.wasCreatedAndDeleted(saved) ? 'came_to_nothing' : 'lost';
  }

  /**
   * Whether every field of the write was part of a handover offer. A field may be missing if a later write of the same
   * device overwrote it, because a device merges such writes.
   */
  private isOffered(saved: SavedWrite): boolean {
    const { saved: all } = this.world;
    const isLater = (other: SavedWrite) => other.id === saved.id && other.phone === saved.phone;
    const later = all.slice(all.indexOf(saved) + 1).filter(isLater);
    const offersField = (offer: string, [field, value]: [string, unknown]) =>
      offer.includes(stringifySorted(value)) || later.some(({ args }) => Object.hasOwn(args as object, field));
    const fields = Object.entries(saved.args as Record<string, unknown>);
    return this.offers.some(
      (other) => other.entity_id === saved.id && fields.every((field) => offersField(other.args, field)),
    );
  }

  /** Whether an accepted op comes from a saved write. */
  isKnown(op_id: string): boolean {
    if (this.world.sent.get(op_id)?.kind === 'handover.offer') return true;
    return this.world.saved.some((saved) => this.chain(saved.op_id).includes(op_id));
  }

  private chain(op_id: string): string[] {
    const ids = [op_id];
    for (let next = this.next.get(op_id); next !== undefined; next = this.next.get(next)) ids.push(next);
    return ids;
  }
}

/** Serialises a value as JSON with sorted keys. */
export function stringifySorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
