import type { writeNamed } from '../../contract/writes/index.ts';

type Lookup = typeof writeNamed;

let lookup: Lookup | null = null;

/** Something folds writes whose code has not come yet. */
class StepsNotLoaded extends Error {
  override readonly name = 'StepsNotLoaded';
}

/** To be called by src/db/known-steps.ts alone. */
export function knowSteps(all: Lookup): void {
  lookup = all;
}

/** The write of this kind. Whoever folds needs known-steps.ts among its imports, or `withSteps` around it. */
export const stepsOf: Lookup = (kind) => {
  if (!lookup) throw new StepsNotLoaded(kind);
  return lookup(kind);
};

const loadSteps = (): Promise<unknown> => import('./known-steps.ts');

/**
 * Runs a transaction that folds whatever waits. The worker brings a phone's first rows without the code of the writes;
 * it comes first where something waits, and where something was written only now the transaction goes again.
 */
export async function withSteps<T>(isWaiting: boolean, run: () => Promise<T>): Promise<T> {
  if (isWaiting) await loadSteps();
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Error && error.name === 'StepsNotLoaded')) throw error;
    await loadSteps();
    return await run();
  }
}
