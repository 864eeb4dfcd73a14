import { savedDeviceValue } from '../../src/db/schema/device.ts';
import { savedSyncStatus } from '../../src/db/queries/status.ts';
import { remainingGateWait } from './retry.ts';
import type { Session } from './session.ts';

/**
 * Returns the reason why nothing may be sent now, or null. While a gate is closed, no attempt is counted and nothing is
 * deleted.
 */
export async function findClosedGate(
  session: Session,
): Promise<'auth' | 'blocked' | 'upgrade' | 'retry_after' | 'logout' | 'paused' | null> {
  const { gates, paused } = await savedSyncStatus(session.db);
  if (await savedDeviceValue(session.device, 'pending_logout')) return 'logout';
  if (paused) return 'paused';
  if (gates.blocked) return 'blocked';
  if (gates.auth) return 'auth';
  if (gates.upgrade) return 'upgrade';
  if (remainingGateWait(gates, session.ports.clock.now()) > 0) return 'retry_after';
  return null;
}
