import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { RowsContext } from '../../handlers.ts';

const KEY_BYTES = 32;

/**
 * Returns the key with which the caller's unsent changes are encrypted on shared devices. The key is created on the
 * first request and never replaced, because existing changes could not be decrypted with a new key.
 */
export async function ensureOutboxKey({ tx, caller }: RowsContext): Promise<string> {
  const newKey = randomBytes(KEY_BYTES).toString('base64');
  const { key } = await tx
    .updateTable('users')
    .set({ outbox_key: sql<string>`coalesce(outbox_key, ${newKey})` })
    .where('scope', '=', caller.scope)
    .where('id', '=', caller.user_id)
    .returning(sql<string>`outbox_key`.as('key'))
    .executeTakeFirstOrThrow();
  return key;
}
