import { ChangesReply } from '../../contract/sync.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { isOfThisEpoch } from '../../src/db/schema/sync-meta.ts';
import type { Actor } from '../../src/db/outbox/view.ts';
import { isTooSoonToResnapshot } from './resnapshot.ts';
import { sendAuthenticated, type Session } from './session.ts';

/**
 * Leaves an epoch (see docs/sync.md) that has ended on the server: accepted writes return to the outbox, and everything
 * is fetched again. `asked` is the epoch in the refused request. Returns false if the epoch cannot be left yet, because
 * the last complete fetch was too recent.
 */
export async function leaveEndedEpoch(session: Session, actor: Actor, asked: string | undefined): Promise<boolean> {
  // Another request or tab may have left the epoch already.
  if ((await savedMeta(session.db, 'epoch')) !== asked) return true;
  if (await isTooSoonToResnapshot(session)) return false;
  const { leaveEpoch } = await import('../../src/db/outbox/leave-epoch.ts');
  await leaveEpoch(session.db, actor, { left: asked, now: session.ports.clock.now() });
  return true;
}

/**
 * Fetches the server's epoch before the first push, because every acknowledgement must be stored with the epoch to
 * which it belongs. Returns whether the server responded. An older server sends no epoch.
 */
export async function fetchEpoch(session: Session): Promise<boolean> {
  const { db, device_id } = session;
  if ((await savedMeta(db, 'epoch')) !== undefined) return true;
  const result = await sendAuthenticated(session, 'sync.changes', { query: { device_id } });
  const reply = result.kind === 'reply' ? ChangesReply.safeParse(result.body) : null;
  if (!reply?.success) return false;
  await db.transaction('rw', db.meta, () => isOfThisEpoch(db, undefined, reply.data.epoch));
  return true;
}
