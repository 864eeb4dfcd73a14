import { WritesNotLoaded } from './write-registry.ts';

const loadWrites = (): Promise<unknown> => import('./known-writes.ts');

/**
 * Runs a transaction that folds whatever waits. The worker brings a phone's first rows without the code of the writes;
 * it comes first where something waits, and where something was written only now the transaction goes again.
 */
export async function withWrites<T>(isWaiting: boolean, run: () => Promise<T>): Promise<T> {
  if (isWaiting) await loadWrites();
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof WritesNotLoaded)) throw error;
    await loadWrites();
    return await run();
  }
}
