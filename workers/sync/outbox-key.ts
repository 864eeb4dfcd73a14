import { untypedCall } from '../../contract/api-calls/define.ts';
import { internalCalls } from '../../contract/api-calls/internal.ts';
import { saveMeta, savedMeta } from '../../src/db/schema/meta.ts';
import { saveStatus } from '../../src/db/schema/sync-meta.ts';
import { encryptedOutboxes, decryptOutbox } from '../../src/db/outbox/encrypted-outbox.ts';
import type { Actor } from '../../src/db/outbox/view.ts';
import { log } from '../../src/lib/log.ts';
import { sendAuthenticated, type Session } from './session.ts';

/**
 * Returns the key with which this user's unsent work is encrypted at a logout. It is fetched after each login and then
 * stored.
 */
async function fetchOutboxKey(session: Session): Promise<string | null> {
  const savedKey = await savedMeta(session.db, 'outbox_key');
  if (savedKey) return savedKey;
  const result = await sendAuthenticated(session, untypedCall(internalCalls, 'own.outbox_key'));
  const reply = result.kind === 'reply' ? internalCalls['own.outbox_key'].reply.safeParse(result.body) : null;
  if (!reply?.success) return null;
  await saveMeta(session.db, 'outbox_key', reply.data.key);
  return reply.data.key;
}

/**
 * Fetches the outbox key while the network is available, and restores work that was encrypted at the last logout.
 * Returns true if it restored writes, which can now be sent.
 */
export async function restoreLockedOutbox(session: Session, actor: Actor): Promise<boolean> {
  const isLocked = (await encryptedOutboxes(session.device, session.user_id)).length > 0;
  if (!isLocked && (await savedMeta(session.db, 'outbox_key'))) return false;
  const key = await fetchOutboxKey(session);
  if (key === null) return false;
  const restored = await decryptOutbox(session.db, session.device, key, actor);
  await saveStatus(session.db, { locked_fault: restored === false });
  if (restored === false) log.warn('encrypted work could not be decrypted');
  return restored !== false && restored > 0;
}
