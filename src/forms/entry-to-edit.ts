import type { Entry } from '../db/outbox/entry.ts';
import type { PhoneDb } from '../db/schema/db.ts';

/**
 * Returns the outbox entry that a form is to correct; null if the entry has left the outbox or belongs to a different
 * form or record. `kinds` are the writes of the form, `resend` is the op id of the entry.
 */
export async function entryToEdit(
  db: PhoneDb,
  kinds: readonly string[],
  params: { id: string | null; resend: string | null },
): Promise<Entry | null> {
  const { id, resend } = params;
  const entry = resend === null ? undefined : await db.outbox.get({ op_id: resend });
  const fits = entry && kinds.includes(entry.kind) && (id === null || entry.entity_id === id);
  return fits ? entry : null;
}
