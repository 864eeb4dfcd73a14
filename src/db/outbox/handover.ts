import type { Args, WriteName } from '../../../contract/writes/index.ts';
import type { PhoneDb } from '../schema/db.ts';
import type { Entry } from './entry.ts';
import { prepareEntry, type OutboxDeps } from './outbox.ts';
import { ensureBase, rebuildRow } from './view.ts';
import { blockDependents } from './dependents.ts';

/** Writes whose content is useful to the new owner: notes, results and edits of the record. */
const offeredKinds: ReadonlySet<WriteName> = new Set<WriteName>([
  'contact.edit',
  'interaction.log',
  'interaction.edit',
  'task.edit',
  'task.finish',
  'person.edit',
  'person.note',
]);

/**
 * Queues for each entry an offer of its content to the record's current owner. Does not change the entries. Call inside
 * a transaction over all entity tables, `outbox` and `base`. Returns the op ids of the offers.
 */
export async function queueOffers(db: PhoneDb, entries: readonly Entry[], deps: OutboxDeps): Promise<string[]> {
  const op_ids: string[] = [];
  for (const { entity, entity_id, kind, title, args, at_client } of entries) {
    const offer: Args<'handover.offer'> = {
      entity,
      entity_id,
      kind,
      title: title.slice(0, 200),
      args: args as Record<string, unknown>,
      at: new Date(at_client).toISOString(),
    };
    const id = deps.newId();
    const { write: _, ...entry } = prepareEntry({ kind: 'handover.offer', id, args: offer, title }, deps, deps.newId());
    await ensureBase(db, 'handovers', id);
    await db.outbox.add(entry);
    await rebuildRow(db, 'handovers', id, deps.actor);
    op_ids.push(entry.op_id);
  }
  return op_ids;
}

/**
 * [Note: Unsent work on a lost record] After access to a record was lost, unsent notes, results and edits are
 * offered to the new owner. Background writes are deleted. All other writes are kept as refused, which blocks the
 * writes that depend on them. Entries in flight are skipped: the server's response decides what happens to them. Call
 * inside the same kind of transaction as queueOffers. Returns the op ids of the offers.
 */
export async function offerUnsentWork(db: PhoneDb, entries: readonly Entry[], deps: OutboxDeps): Promise<string[]> {
  const op_ids: string[] = [];
  for (const entry of entries) {
    if (entry.state === 'sending') continue;
    if (offeredKinds.has(entry.kind)) {
      op_ids.push(...(await queueOffers(db, [entry], deps)));
      await db.outbox.delete(entry.seq!);
    } else if (entry.background) {
      await db.outbox.delete(entry.seq!);
    } else {
      const error = { status: 404, code: 'access_lost' as const, at: deps.now };
      await db.outbox.put({ ...entry, state: 'rejected', lease: null, error });
      await blockDependents(db, entry, deps.actor);
    }
  }
  return op_ids;
}
