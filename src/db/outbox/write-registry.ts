import type { writeNamed } from '../../../contract/writes/index.ts';

// The sync worker mirrors a phone's first rows without the code of the writes, which is loaded when it is needed.

type Lookup = typeof writeNamed;

let lookup: Lookup | null = null;

/** A write was folded before loadWrites had finished. */
export class WritesNotLoaded extends Error {}

/** Loads the code of all writes. Await it before a transaction that rebuilds rows, never inside. */
export async function loadWrites(): Promise<void> {
  lookup ??= (await import('../../../contract/writes/index.ts')).writeNamed;
}

/** Returns the write of this kind; undefined for an unknown one. Throws WritesNotLoaded. */
export const writeOf: Lookup = (kind) => {
  if (!lookup) throw new WritesNotLoaded(kind);
  return lookup(kind);
};

/**
 * Runs a transaction that may rebuild rows. Loads the writes first if entries are waiting; if the first entry was queued
 * only now, loads them and runs the transaction again.
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
