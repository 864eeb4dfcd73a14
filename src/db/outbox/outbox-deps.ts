import { APP_VERSION } from '../../lib/app-version.ts';
import { createIdGenerator } from '../../lib/ids.ts';
import type { Ports } from '../../lib/ports.ts';
import { savedSyncStatus } from '../queries/status.ts';
import type { PhoneDb } from '../schema/db.ts';
import type { OutboxDeps } from './outbox.ts';
import type { Actor } from './view.ts';

/** Returns the actor, clock and id generator that a new write needs besides its draft. */
export async function outboxDeps(
  db: PhoneDb,
  actor: Actor,
  ports: Pick<Ports, 'clock' | 'random'>,
): Promise<OutboxDeps> {
  const { clock_offset_ms } = await savedSyncStatus(db);
  return { actor, now: ports.clock.now(), app_version: APP_VERSION, clock_offset_ms, newId: createIdGenerator(ports) };
}
