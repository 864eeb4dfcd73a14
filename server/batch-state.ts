import type { Tx } from './db/tables.ts';

/**
 * Rows that the transaction of a push locks and reads at its start, so that the handlers of its units need not query
 * them again. Used only while the units run without savepoints: rolling back a single unit would not undo its changes
 * to this state.
 */
export interface BatchState {
  /** Ids of the locked accounts. */
  accounts: ReadonlySet<string>;
  /** Ids of the locked tasks whose assignees are also locked. */
  tasks: Set<string>;
  /**
   * Ids that the batch gives to new records and that no record had when the batch began. The handler that creates a
   * record removes its id.
   */
  unusedIds: Set<string>;
  /** How many writes of each kind the caller has made today: `stored` before the batch, `added` in the batch. */
  dailyCounts: Map<string, { stored: number; added: number }>;
  /** Users to notify of changes to the records of an owner, by the owner's id. */
  audiences: Map<string, string[]>;
}

const states = new WeakMap<Tx, BatchState>();

export const batchStateOf = (tx: Tx): BatchState | undefined => states.get(tx);

export function setBatchState(tx: Tx, state: BatchState): void {
  states.set(tx, state);
}

/** Whether the transaction has locked the account for all its units. */
export const isAccountLocked = (tx: Tx, id: string): boolean => states.get(tx)?.accounts.has(id) ?? false;

/**
 * Whether the id of a new record is known to be unused. The caller of this function then creates the record, so the id
 * is removed and a second call returns false.
 */
export const takeUnusedId = (tx: Tx, id: string): boolean => states.get(tx)?.unusedIds.delete(id) ?? false;
