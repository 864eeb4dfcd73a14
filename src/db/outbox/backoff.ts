import type { PhoneDb } from '../schema/db.ts';

/** Clears the back-off of all entries, after an event that may let a retry succeed. */
export async function clearBackoff(db: PhoneDb): Promise<void> {
  await db.outbox.where('state').anyOf('queued', 'waiting_dep').modify({ next_at: 0 });
}
