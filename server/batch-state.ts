import type { Tx } from './db/tables.ts';

/**
 * What the transaction of a push has locked and read for all its units at once, so that their handlers need not ask
 * again. Exists only while the units run without savepoints, since none of it is undone with a single unit.
 */
export interface BatchState {
  /** Ids of the locked accounts. */
  accounts: ReadonlySet<string>;
  /** Ids of the locked tasks whose assignees are locked too. */
  tasks: Set<string>;
  /** Ids of new records that no row had when the batch began. A handler that creates the row takes its id out. */
  unusedIds: Set<string>;
  /** Writes of the caller on the day of the batch, by kind: those that are stored, and those that the batch adds. */
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

/** Whether it is known that no row has this id of a new record. Answers true once, since the caller then creates it. */
export const takeUnusedId = (tx: Tx, id: string): boolean => states.get(tx)?.unusedIds.delete(id) ?? false;
