import { entityNames } from '../../contract/entities/stores.ts';
import { foldedStates } from '../../src/db/entry.ts';
import { fold, type AnyRow } from '../../src/db/view.ts';
import type { SimTab } from './sim-phone.ts';
import type { World } from './world.ts';

/** A promise that did not hold: which one, and what was seen. */
export interface Violation {
  promise: 'T1' | 'T2' | 'T3' | 'T4' | 'T5' | 'T6' | 'T8';
  seen: string;
}

/** What the server did, as its own tables tell it. */
export interface Ledger {
  /** Accepted ops in the order of their effect. */
  accepted: { op_id: string; kind: string; rev: number | null }[];
  refused: string[];
  /** What a fresh phone would be shown. */
  rows: Map<string, Map<string, AnyRow>>;
}

/** [T5] While things go wrong: each shown row is the server's copy with the waiting writes on top. */
export async function checkViews(tab: SimTab): Promise<Violation[]> {
  const { db, actor } = tab.phone;
  const found: Violation[] = [];
  for (const base of await db.base.toArray()) {
    const entries = (await db.outbox.where('[entity+entity_id]').equals([base.entity, base.id]).sortBy('seq')).filter(
      (entry) => foldedStates.includes(entry.state),
    );
    const expected = fold(base.row, entries, actor);
    const shown = ((await db.table(base.entity).get(base.id)) as AnyRow | undefined) ?? null;
    if (JSON.stringify(shown) !== JSON.stringify(expected))
      found.push({ promise: 'T5', seen: `${base.entity} ${base.id} is not base + waiting` });
  }
  return found;
}

/** [T1, T4] Every write shown as saved is accepted, undone, or still on the phone with its reason. */
async function checkKept(world: World, tabs: readonly SimTab[], ledger: Ledger): Promise<Violation[]> {
  const accepted = new Set(ledger.accepted.map((op) => op.op_id));
  const kept = new Map<string, string>();
  for (const tab of tabs) for (const entry of await tab.phone.db.outbox.toArray()) kept.set(entry.op_id, entry.state);
  const found: Violation[] = [];
  for (const saved of world.saved) {
    const here = kept.get(saved.op_id);
    if (saved.undone) {
      if (accepted.has(saved.op_id)) found.push({ promise: 'T1', seen: `undone ${saved.kind} was sent` });
    } else if (!accepted.has(saved.op_id) && here === undefined) {
      found.push({
        promise: ledger.refused.includes(saved.op_id) ? 'T4' : 'T1',
        seen: `${saved.kind} ${saved.op_id} of ${saved.phone} is lost`,
      });
    }
  }
  return found;
}

/** [T2] The server took no op twice, and none that no screen ever saved. */
function checkOnce(world: World, ledger: Ledger): Violation[] {
  const known = new Set(world.saved.map((saved) => saved.op_id));
  const seen = new Set<string>();
  const found: Violation[] = [];
  for (const { op_id, kind } of ledger.accepted) {
    if (seen.has(op_id)) found.push({ promise: 'T2', seen: `${kind} ${op_id} took effect twice` });
    if (!known.has(op_id)) found.push({ promise: 'T2', seen: `${kind} ${op_id} was sent under a key of its own` });
    seen.add(op_id);
  }
  return found;
}

/** [T3] What one phone made for one record took effect in the order it was made. */
function checkOrder(world: World, ledger: Ledger): Violation[] {
  // A harmless repeat changed nothing and has no place in the order.
  const place = new Map(ledger.accepted.flatMap((op) => (op.rev === null ? [] : [[op.op_id, op.rev] as const])));
  const found: Violation[] = [];
  const last = new Map<string, { index: number; op_id: string }>();
  for (const saved of world.saved) {
    const index = place.get(saved.op_id);
    if (index === undefined) continue;
    const lane = `${saved.phone} ${saved.kind.split('.')[0]} ${saved.id}`;
    const before = last.get(lane);
    if (before && before.index > index)
      found.push({ promise: 'T3', seen: `${saved.kind} ${saved.op_id} overtook ${before.op_id}` });
    last.set(lane, { index, op_id: saved.op_id });
  }
  return found;
}

/** Lanes that wait for the person, and with them what was written later on the same record. */
export async function heldLanes({ phone }: SimTab): Promise<Set<string>> {
  const entries = await phone.db.outbox.where('state').anyOf('conflict', 'parked', 'blocked').toArray();
  return new Set(entries.map((entry) => entry.lane));
}

/** [T6] After healing: nothing waits but for the person, and what the phone shows is what the server has. */
async function checkEqual(tab: SimTab, name: string, ledger: Ledger): Promise<Violation[]> {
  const { db } = tab.phone;
  const found: Violation[] = [];
  const held = await heldLanes(tab);
  const waiting = (await db.outbox.toArray()).filter(
    (entry) => ['queued', 'sending', 'waiting_dep'].includes(entry.state) && !held.has(entry.lane),
  );
  for (const entry of waiting) found.push({ promise: 'T6', seen: `${name}: ${entry.kind} is still ${entry.state}` });
  for (const entity of entityNames) {
    const here = new Map((await db.table(entity).toArray()).map((row: AnyRow) => [row.id, row]));
    const there = ledger.rows.get(entity) ?? new Map<string, AnyRow>();
    for (const id of new Set([...here.keys(), ...there.keys()])) {
      if (held.has(`${entity}:${id}`)) continue;
      const [shown, stored] = [here.get(id), there.get(id)];
      if (canonical(shown) !== canonical(stored))
        found.push({
          promise: 'T6',
          seen: `${name}: ${entity} ${id}\n  phone  ${canonical(shown)}\n  server ${canonical(stored)}`,
        });
    }
  }
  return found;
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Everything that must hold once the faults are over and the queues had their time. */
export async function checkHealed(world: World, tabs: readonly SimTab[], ledger: Ledger): Promise<Violation[]> {
  const found = [...(await checkKept(world, tabs, ledger)), ...checkOnce(world, ledger), ...checkOrder(world, ledger)];
  for (const tab of tabs) found.push(...(await checkEqual(tab, world.nameOf(tab), ledger)), ...(await checkViews(tab)));
  return found;
}
