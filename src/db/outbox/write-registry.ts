import type { writeNamed } from '../../../contract/writes/index.ts';

// The code of the writes is loaded when a write is first looked up, so that the sync worker can mirror the first rows
// without it.

type Lookup = typeof writeNamed;

let lookup: Lookup | null = null;

/** Thrown if a write is looked up before loadWrites has finished. */
class WritesNotLoaded extends Error {}

/** Loads the code of all writes. Await it before a transaction that rebuilds rows, never inside one. */
export async function loadWrites(): Promise<void> {
  lookup ??= (await import('../../../contract/writes/index.ts')).writeNamed;
}

/** Returns the definition of a kind of write; undefined if the kind is unknown. Throws WritesNotLoaded. */
export const writeOf: Lookup = (kind) => {
  if (!lookup) throw new WritesNotLoaded(kind);
  return lookup(kind);
};

/**
 * Runs a transaction that may rebuild rows. If entries are waiting, loads the writes first. If an entry is queued
 * before the transaction starts, loads the writes and runs the transaction again.
 */
export async function withWrites<T>(isWaiting: boolean, run: () => Promise<T>): Promise<T> {
  if (isWaiting) await loadWrites();
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof WritesNotLoaded)) throw error;
    await loadWrites();
    return run();
  }
}
