import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';

/** A person or a waiting lead who can be assigned to an employee. */
export interface Assignable {
  id: string;
  name: string;
  /** Null for a waiting lead. */
  responsible_id: string | null;
}

export interface Assignment {
  to_id: string;
  to_name: string;
  note: string;
  /** The manager's reason for exceeding the daily limit; absent if the limit is not exceeded. */
  reason?: string;
}

/**
 * Queues the assignment of a person to an employee. If the server rejected an earlier assignment of the same person,
 * the new one replaces it. Returns the op id.
 */
export async function assignPerson(
  store: Store,
  { id, name }: Assignable,
  { reason, ...give }: Assignment,
): Promise<string> {
  const args = { ...give, ...(reason && { force: true, reason }), at: iso(store.now()) };
  const entries = await store.db.outbox.where('[entity+entity_id]').equals(['people', id]).toArray();
  const rejected = entries.find(({ kind, state }) => kind === 'lead.give' && state === 'rejected');
  if (rejected) return store.supersede(rejected.op_id, args);
  return store.write({ kind: 'lead.give', id, args, title: name });
}
