import type { PushOp } from '../../../contract/sync.ts';
import type { PhoneDb } from '../schema/db.ts';
import { entityTables } from '../schema/entity-tables.ts';
import { savedMeta, saveMeta } from '../schema/meta.ts';
import type { Entry, Receipt, SentBody } from './entry.ts';
import { withFirstPositions } from './place-first.ts';
import { ensureBase, type Actor } from './view.ts';

// [Note: Sending again in a new epoch] A server that was restored, or lost its last writes in a failover, has a new
// epoch. Accepted writes of the last 14 days return to the outbox with the ids and bytes that were sent, ahead of all
// waiting writes. The server applies the writes that it lost; for the others it returns the stored outcome.

type SentReceipt = Receipt & { sent: SentBody };

function entryOf(receipt: SentReceipt, { user_id, device_id }: Actor): Entry {
  const { op_id, kind, entity, entity_id, title, at_client, background, absorbed, server_time, sent } = receipt;
  const { lane, deps, v, args, base, base_rev, clock_offset_ms, ...op } = JSON.parse(sent.text) as PushOp;
  return {
    ...{ op_id, kind, entity, entity_id, title, at_client, background, user_id, device_id },
    ...{ lane, deps, v, args, base, base_rev, clock_offset_ms },
    ...{ attempts_net: 0, attempts_srv: 0, next_at: 0, lease: null, error: null, state: 'queued' },
    atomic_group: op.atomic_group ?? null,
    supersedes: op.supersedes ?? null,
    frozen: sent.text,
    app_version: sent.app_version,
    size_bytes: JSON.stringify(args).length,
    ...(sent.blobs && { blobs: sent.blobs }),
    ...(absorbed && { absorbed }),
    accepted_at: server_time,
  };
}

/**
 * Drops dependencies on writes that are not in the outbox. Each of these writes has either taken effect or is lost for
 * good; in both cases the server would wait for it forever. The server still recognises an op whose dependencies were
 * dropped, because it does not compare dependencies.
 */
function withoutLostDeps(entry: Entry, queued: ReadonlySet<string>): Entry {
  const deps = entry.deps.filter((dep) => queued.has(dep));
  if (deps.length === entry.deps.length) return entry;
  const frozen = entry.frozen && JSON.stringify({ ...(JSON.parse(entry.frozen) as PushOp), deps });
  return { ...entry, deps, frozen };
}

/**
 * Ends the epoch `left` on this device: the next pull fetches everything, and accepted writes return to the outbox in
 * the order in which they took effect. Rows with such writes stay until the server has accepted or refused the writes.
 * Does nothing if another tab has already ended that epoch. `now` is the device time in ms.
 */
export async function leaveEpoch(
  db: PhoneDb,
  actor: Actor,
  { left, now }: { left: string | undefined; now: number },
): Promise<void> {
  await db.transaction('rw', [...entityTables(db), db.outbox, db.base, db.history, db.meta], async () => {
    if ((await savedMeta(db, 'epoch')) !== left) return;
    await db.meta.delete('epoch');
    await saveMeta(db, 'cursors', {});
    await saveMeta(db, 'snapshot', null);
    await saveMeta(db, 'resnapshot_at', now);
    const waiting = await db.outbox.orderBy('seq').toArray();
    const receipts = (await db.history.filter(({ sent }) => sent !== undefined).toArray()) as SentReceipt[];
    const resent = receipts.toSorted((a, b) => a.sent.place - b.sent.place).map((receipt) => entryOf(receipt, actor));
    const entries = [...withFirstPositions(resent, waiting), ...waiting];
    const queued = new Set(entries.map(({ op_id }) => op_id));
    await db.outbox.bulkPut(entries.map((entry) => withoutLostDeps(entry, queued)));
    await db.history.bulkDelete(resent.map(({ op_id }) => op_id));
    await saveMeta(db, 'sent_bytes', 0);
    for (const { entity, entity_id } of resent) await ensureBase(db, entity, entity_id);
  });
}
