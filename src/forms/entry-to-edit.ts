import type { Entry } from '../db/outbox/entry.ts';
import type { PhoneDb } from '../db/schema/db.ts';

/** The write a form is opened to put right, e.g. of one person; null when it is gone, or is another one. */
export async function entryToEdit(
  db: PhoneDb,
  kinds: readonly string[],
  asked: { id: string | null; resend: string | null },
): Promise<Entry | null> {
  const { id, resend } = asked;
  const entry = resend === null ? undefined : await db.outbox.get({ op_id: resend });
  const fits = entry && kinds.includes(entry.kind) && (id === null || entry.entity_id === id);
  return fits ? entry : null;
}
