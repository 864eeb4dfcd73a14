import { entityNames, type EntityName } from '../../contract/entities/stores.ts';
import { jsonEqual } from '../../contract/json-equal.ts';
import type { Entry } from '../../src/db/outbox/entry.ts';
import { entriesOf, foldEntries, type AnyRow } from '../../src/db/outbox/view.ts';
import { loadWrites } from '../../src/db/outbox/write-registry.ts';
import { entityTables } from '../../src/db/schema/entity-tables.ts';
import { WriteOutcomes, stringifySorted } from './outcomes.ts';
import type { Ledger } from './server-log.ts';
import { checkMerged } from './merge-check.ts';
import type { SimTab } from './sim-tab.ts';
import type { World } from './world.ts';

/** A violated guarantee, and the observed violation. */
export interface Violation {
  guarantee: 'T1' | 'T2' | 'T3' | 'T4' | 'T5' | 'T6' | 'T7' | 'T8';
  seen: string;
}

/**
 * Serialises a row without joined names. The server adds them when it sends a row, and it does not send rows again when
 * a person in them is renamed.
 */
function withoutNames(row: unknown): string {
  return stringifySorted(row ?? null).replaceAll(/"\w+_name":("(?:[^"\\]|\\.)*")/g, (told, name: string) =>
    /^"(first|last|middle)_name"/.test(told) ? told : told.replace(name, '"…"'),
  );
}

/**
 * [T5] Checks during faults that each shown row is the server's copy with the waiting writes applied. Everything is
 * read in one transaction, since other tabs of the device may be writing.
 */
export async function checkViews(tab: SimTab): Promise<Violation[]> {
  const { db, actor } = tab.phone;
  await loadWrites();
  if ((await db.base.count()) === 0) return [];
  return db.transaction('r', [db.base, db.outbox, ...entityTables(db)], async () => {
    const found: Violation[] = [];
    for (const base of await db.base.toArray()) {
      const entries = await entriesOf(db, base.entity, base.id);
      const expected = foldEntries(base.row, entries, actor);
      const shown = ((await db.table(base.entity).get(base.id)) as AnyRow | undefined) ?? null;
      if (withoutNames(shown) !== withoutNames(expected))
        found.push({
          guarantee: 'T5',
          seen: `${base.entity} ${base.id} is not base + waiting\n  shown    ${stringifySorted(shown)}\n  expected ${stringifySorted(expected)}`,
        });
    }
    return found;
  });
}

/**
 * [T1, T4] Checks that every write shown as saved was accepted by the server, was discarded by the person, or is still
 * on the device with a reason.
 */
function checkSavedWrites(world: World, outcomes: WriteOutcomes, ledger: Ledger): Violation[] {
  const found: Violation[] = [];
  const accepted = new Set(ledger.accepted.map((op) => op.op_id));
  for (const op_id of world.givenUp)
    if (accepted.has(op_id)) found.push({ guarantee: 'T1', seen: `${op_id} was given up and sent` });
  for (const saved of world.saved) {
    if (outcomes.of(saved) !== 'lost') continue;
    const guarantee = ledger.refused.includes(outcomes.currentOp(saved.op_id)) ? 'T4' : 'T1';
    found.push({ guarantee, seen: `${saved.kind} ${saved.op_id} of ${saved.phone} is lost` });
  }
  return found;
}

/** [T2] Checks that the server accepted no op twice, and accepted only ops that a screen saved. */
function checkAcceptedOnce(outcomes: WriteOutcomes, ledger: Ledger): Violation[] {
  const seen = new Set<string>();
  const found: Violation[] = [];
  for (const { op_id, kind } of ledger.accepted) {
    if (seen.has(op_id)) found.push({ guarantee: 'T2', seen: `${kind} ${op_id} took effect twice` });
    if (!outcomes.isKnown(op_id))
      found.push({ guarantee: 'T2', seen: `${kind} ${op_id} was sent under a key of its own` });
    seen.add(op_id);
  }
  return found;
}

type TicketRow = AnyRow & { access?: string; messages: { id: string }[] };

/** [T2] Checks that each accepted message appears exactly once in its ticket and once in its person's timeline. */
function checkMessages(world: World, { accepted, rows }: Ledger): Violation[] {
  const found: Violation[] = [];
  for (const { op_id, kind } of accepted) {
    const op = world.sent.get(op_id);
    const { message_id, person_id } = (op?.args ?? {}) as { message_id?: string; person_id?: string };
    if (!op || (message_id ?? person_id) === undefined) continue;
    for (const [name, visible] of rows) {
      const copies = [visible.get('staff_tickets'), kind === 'ticket.note' ? undefined : visible.get('tickets')];
      const tickets = copies.flatMap((table) => (table?.get(op.id) as TicketRow | undefined) ?? []);
      const counts = tickets
        .filter(({ access }) => access === undefined || access === 'own' || access === 'team')
        .map(({ messages }) => messages.filter(({ id }) => id === message_id).length);
      if (person_id !== undefined && visible.get('people')?.has(person_id))
        counts.push(visible.get('person_events')?.has(op.id) ? 1 : 0);
      for (const count of counts)
        if (count !== 1) found.push({ guarantee: 'T2', seen: `${kind} ${op_id} stands ${count} times before ${name}` });
    }
  }
  return found;
}

/** [T2] Checks that the server has accepted the op of each receipt on a device. */
async function checkReceipts(tabs: readonly SimTab[], ledger: Ledger): Promise<Violation[]> {
  const accepted = new Set(ledger.accepted.map((op) => op.op_id));
  const found: Violation[] = [];
  for (const { phone } of tabs)
    for (const { op_id, kind } of await phone.db.history.toArray())
      if (!accepted.has(op_id)) found.push({ guarantee: 'T2', seen: `${kind} ${op_id} has a receipt and no record` });
  return found;
}

/** [T3] Checks that the writes of one device to one record took effect in the order in which they were made. */
function checkOrder(world: World, outcomes: WriteOutcomes, ledger: Ledger): Violation[] {
  // A repeated write that changed nothing has no position in the order.
  const positions = new Map(ledger.accepted.flatMap((op) => (op.rev === null ? [] : [[op.op_id, op.rev] as const])));
  const found: Violation[] = [];
  const sendOrder = new Map([...world.sent.keys()].map((op_id, index) => [op_id, index]));
  const last = new Map<string, { index: number; sent: number; op_id: string }>();
  for (const saved of world.saved) {
    const op_id = outcomes.currentOp(saved.op_id);
    const index = positions.get(op_id);
    // A rejected write that was corrected and sent again counts as a new write.
    const op = world.sent.get(op_id);
    if (op === undefined || op.supersedes) continue;
    const lane = `${saved.phone} ${op.lane}`;
    const before = last.get(lane);
    const sent = sendOrder.get(op_id)!;
    if (before && (before.sent > sent || before.index > (index ?? Infinity)))
      found.push({ guarantee: 'T3', seen: `${saved.kind} ${op_id} overtook ${before.op_id}` });
    last.set(lane, { index: index ?? before?.index ?? 0, sent, op_id });
  }
  return found;
}

/**
 * Returns the writes of a device that stay unsent until the person decides or the server is repaired: stuck writes,
 * later writes of the same lanes, and writes that depend on these. `entries` are in the order of the outbox.
 */
export function heldBackEntries(entries: readonly Entry[], poisoned: ReadonlySet<string>): Set<Entry> {
  const lanes = new Set<string>();
  const held = new Set<Entry>();
  const ops = new Set<string>();
  for (let hasGrown = true; hasGrown;) {
    hasGrown = false;
    for (const entry of entries) {
      const isStuck = ['conflict', 'parked', 'blocked'].includes(entry.state) || poisoned.has(entry.op_id);
      const isHeldBack =
        entry.deps.some((dep) => ops.has(dep)) || (lanes.has(entry.lane) && entry.state !== 'rejected');
      if (held.has(entry) || !(isStuck || isHeldBack)) continue;
      hasGrown = true;
      held.add(entry);
      ops.add(entry.op_id);
      lanes.add(entry.lane);
    }
  }
  return held;
}

/** Whether an entry waits to be sent. */
export const isWaitingToBeSent = ({ state }: Entry): boolean =>
  state === 'queued' || state === 'sending' || state === 'waiting_dep';

/**
 * Whether the row is a ticket that a colleague took. Server and device show such a ticket for one more day, each by its
 * own clock. No schedule lasts longer than a day.
 */
const isTakenByColleague = (entity: EntityName, row: AnyRow | undefined): boolean =>
  entity === 'staff_tickets' && (row as TicketRow | undefined)?.access === 'other';

/**
 * [T6] Checks, after the faults have ended, that all remaining writes wait for a decision of the person, and that the
 * device shows the rows of the server.
 */
async function checkEqual(world: World, tab: SimTab, ledger: Ledger): Promise<Violation[]> {
  const { db } = tab.phone;
  const name = world.nameOf(tab);
  const found: Violation[] = [];
  const entries = await db.outbox.orderBy('seq').toArray();
  const held = heldBackEntries(entries, world.network.poisoned);
  const rows = new Set([...held].map((entry) => `${entry.entity}:${entry.entity_id}`));
  for (const entry of entries)
    if (isWaitingToBeSent(entry) && !held.has(entry))
      found.push({ guarantee: 'T6', seen: `${name}: ${entry.kind} is still ${entry.state}` });
  const visible = ledger.rows.get(world.phoneOf(tab).person)!;
  const tables = await db.transaction('r', entityTables(db), () =>
    Promise.all(entityNames.map((entity) => db.table<AnyRow>(entity).toArray())),
  );
  for (const [index, entity] of entityNames.entries()) {
    const rowsOnPhone = new Map(tables[index]!.map((row) => [row.id, row]));
    const rowsOnServer = visible.get(entity) ?? new Map<string, AnyRow>();
    for (const id of new Set([...rowsOnPhone.keys(), ...rowsOnServer.keys()])) {
      if (rows.has(`${entity}:${id}`)) continue;
      const [mine, theirs] = [rowsOnPhone.get(id), rowsOnServer.get(id)];
      if (mine && theirs && jsonEqual(mine, theirs)) continue;
      if (!(mine && theirs) && isTakenByColleague(entity, mine ?? theirs)) continue;
      const [shown, stored] = [withoutNames(mine), withoutNames(theirs)];
      if (shown === stored) continue;
      found.push({ guarantee: 'T6', seen: `${name}: ${entity} ${id}\n  phone  ${shown}\n  server ${stored}` });
    }
  }
  return found;
}

/** [T7] Checks that no write of one person was sent in the name of another person. */
function checkOwners(world: World, ledger: Ledger): Violation[] {
  const owner = new Map(world.saved.map((saved) => [saved.op_id, saved.person]));
  return ledger.accepted
    .filter(({ op_id, person }) => (owner.get(op_id) ?? person) !== person)
    .map(({ op_id, kind, person }) => ({ guarantee: 'T7', seen: `${kind} ${op_id} went out as ${person}` }));
}

/** Runs every check that must hold after the faults have ended and the queues have had time to become empty. */
export async function checkHealed(world: World, tabs: readonly SimTab[], ledger: Ledger): Promise<Violation[]> {
  const outcomes = await WriteOutcomes.of(world, tabs, ledger);
  const found = [
    ...checkSavedWrites(world, outcomes, ledger),
    ...checkAcceptedOnce(outcomes, ledger),
    ...checkMessages(world, ledger),
    ...(await checkReceipts(tabs, ledger)),
    ...checkOrder(world, outcomes, ledger),
    ...checkOwners(world, ledger),
    ...checkMerged(world, ledger),
  ];
  for (const tab of tabs) found.push(...(await checkEqual(world, tab, ledger)), ...(await checkViews(tab)));
  return found;
}
