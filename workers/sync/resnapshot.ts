import { saveMeta, savedMeta } from '../../src/db/schema/meta.ts';
import type { Session } from './session.ts';

/** Minimum interval between complete fetches that are caused by an expired cursor or epoch. */
const RESNAPSHOT_MS = 10 * 60_000;

/**
 * Returns whether the last complete fetch was so recent that the next one has to wait. Without this wait, a server that
 * keeps expiring cursors would drain the phone's battery.
 */
export async function isTooSoonToResnapshot({ db, ports }: Session): Promise<boolean> {
  const now = ports.clock.now();
  const last = (await savedMeta(db, 'resnapshot_at')) ?? 0;
  return now - last < RESNAPSHOT_MS && last <= now;
}

/** If a snapshot may be fetched now, records the time and returns true. */
export async function claimResnapshot(session: Session): Promise<boolean> {
  if (await isTooSoonToResnapshot(session)) return false;
  await saveMeta(session.db, 'resnapshot_at', session.ports.clock.now());
  return true;
}
