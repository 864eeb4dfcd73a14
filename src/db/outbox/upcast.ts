import { writeNamed, type AnyWrite } from '../../../contract/writes/index.ts';
import type { PhoneDb } from '../schema/db.ts';
import { isUnsent, type Entry } from './entry.ts';
import { outboxTransaction } from './undo.ts';
import { rebuildRow, type Actor } from './view.ts';

function upcast(entry: Entry, write: AnyWrite | undefined): Entry {
  try {
    if (!write) throw new Error('a write this version does not know');
    return { ...entry, args: write.parse(entry.args, entry.v), v: write.v };
  } catch {
    return { ...entry, state: 'parked', error: { status: 400, code: 'invalid', at: entry.at_client } };
  }
}

/**
 * After an app update, converts writes that were never sent to the current versions of their formats; writes that
 * cannot be converted are parked. A write that was sent before keeps its bytes: the server accepts all versions of the
 * last 120 days.
 */
export async function upcastEntries(db: PhoneDb, actor: Actor, named = writeNamed): Promise<void> {
  const isOldVersion = (entry: Entry) => isUnsent(entry) && entry.v !== (named(entry.kind)?.v ?? 0);
  if ((await db.outbox.filter(isOldVersion).count()) === 0) return;
  await outboxTransaction(db, async () => {
    for (const entry of await db.outbox.filter(isOldVersion).toArray()) {
      await db.outbox.put(upcast(entry, named(entry.kind)));
      await rebuildRow(db, entry.entity, entry.entity_id, actor);
    }
  });
}
