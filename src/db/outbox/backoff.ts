import type { PhoneDb } from '../schema/db.ts';

/** Forgets the waits of single entries: something happened that makes a new try worth while. */
export async function clearBackoff(db: PhoneDb): Promise<void> {
  await db.outbox.where('state').anyOf('queued', 'waiting_dep').modify({ next_at: 0 });
}
