import { saveMeta, savedMeta } from '../../src/db/schema/meta.ts';
import type { Session } from './session.ts';

/** Minimum interval between snapshots caused by an expired cursor. */
const RESNAPSHOT_MS = 10 * 60_000;

/**
 * Whether a snapshot may be fetched now, and if so, records its time. It is not allowed soon after another one: a
 * server that expires cursors again and again must not drain the battery of a phone.
 */
export async function mayResnapshot({ db, ports }: Session): Promise<boolean> {
  const now = ports.clock.now();
  const last = (await savedMeta(db, 'resnapshot_at')) ?? 0;
  if (now - last < RESNAPSHOT_MS && last <= now) return false;
  await saveMeta(db, 'resnapshot_at', now);
  return true;
}
