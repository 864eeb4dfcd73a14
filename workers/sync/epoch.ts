import { ChangesReply } from '../../contract/sync.ts';
import { isOfThisEpoch, savedMeta } from '../../src/db/schema/meta.ts';
import type { Actor } from '../../src/db/outbox/view.ts';
import { mayResnapshot } from './resnapshot.ts';
import { request, type Session } from './session.ts';

/**
 * Leaves an epoch that the server has ended, as it answered to a request that named `asked`. Returns false if the last
 * snapshot is so recent that this has to wait.
 */
export async function endEpoch(session: Session, actor: Actor, asked: string | undefined): Promise<boolean> {
  // Another request or tab may have left it already.
  if ((await savedMeta(session.db, 'epoch')) !== asked) return true;
  if (!(await mayResnapshot(session))) return false;
  const { leaveEpoch } = await import('../../src/db/outbox/reoffer.ts');
  await leaveEpoch(session.db, actor, asked);
  return true;
}

/**
 * Learns the server's epoch before the first push: an acknowledgement must belong to one, or it could not be told from
 * those of a later epoch. Returns whether the server answered; an older one names none.
 */
export async function learnEpoch(session: Session): Promise<boolean> {
  const { db, device_id } = session;
  if ((await savedMeta(db, 'epoch')) !== undefined) return true;
  const result = await request(session, 'sync.changes', { query: { device_id } });
  const reply = result.kind === 'reply' ? ChangesReply.safeParse(result.body) : null;
  if (!reply?.success) return false;
  await db.transaction('rw', db.meta, () => isOfThisEpoch(db, undefined, reply.data.epoch));
  return true;
}
