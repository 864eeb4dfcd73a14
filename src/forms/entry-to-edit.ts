import type { Entry } from '../db/outbox/entry.ts';
import type { PhoneDb } from '../db/schema/db.ts';

/**
 * Returns the id of the contact into which the contact of a rejected write was merged; undefined if it was not merged.
 */
export function mergedInto({ error }: Entry): string | undefined {
  const into = error?.code === 'contact_merged' ? error.fields?.['into'] : undefined;
  return typeof into === 'string' ? into : undefined;
}

/**
 * Returns the outbox entry that a form edits. Returns null if the entry has left the outbox, or belongs to a different
 * form or record. `kinds` are the writes of the form, `resend` is the op id of the entry. A write to a contact that was
 * merged belongs to the contact into which it was merged.
 */
export async function entryToEdit(
  db: PhoneDb,
  kinds: readonly string[],
  params: { id: string | null; resend: string | null },
): Promise<Entry | null> {
  const { id, resend } = params;
  const entry = resend === null ? undefined : await db.outbox.get({ op_id: resend });
  const fits = entry && kinds.includes(entry.kind) && (id === null || id === (mergedInto(entry) ?? entry.entity_id));
  return fits ? entry : null;
}
