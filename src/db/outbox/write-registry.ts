import type { writeNamed } from '../../../contract/writes/index.ts';

type Lookup = typeof writeNamed;

let lookup: Lookup | null = null;

/** Something folds writes whose code has not come yet. */
export class WritesNotLoaded extends Error {}

/** To be called by src/db/outbox/known-writes.ts alone. */
export function registerWrites(all: Lookup): void {
  lookup = all;
}

/** The write of this kind. Whoever folds needs known-steps.ts among its imports, or `withSteps` around it. */
export const writeOf: Lookup = (kind) => {
  if (!lookup) throw new WritesNotLoaded(kind);
  return lookup(kind);
};
