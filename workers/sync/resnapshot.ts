import { saveMeta, savedMeta } from '../../src/db/schema/meta.ts';
import type { Session } from './session.ts';

/** Minimum interval between complete fetches that are caused by an expired cursor or epoch. */
const RESNAPSHOT_MS = 10 * 60_000;

/**
 * Returns whether everything may be fetched again now, and if so, records the time. It is refused soon after the last
 * time, so that a server that keeps expiring cursors cannot drain the battery of a phone.
 */
export async function mayResnapshot({ db, ports }: Session): Promise<boolean> {
  const now = ports.clock.now();
  const last = (await savedMeta(db, 'resnapshot_at')) ?? 0;
  if (now - last < RESNAPSHOT_MS && last <= now) return false;
  await saveMeta(db, 'resnapshot_at', now);
  return true;
}
