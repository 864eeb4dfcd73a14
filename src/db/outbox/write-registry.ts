import type { writeNamed } from '../../../contract/writes/index.ts';

type Lookup = typeof writeNamed;

let lookup: Lookup | null = null;

/** Something folds writes whose code has not come yet. */
export class StepsNotLoaded extends Error {}

/** To be called by src/db/outbox/known-writes.ts alone. */
export function knowSteps(all: Lookup): void {
  lookup = all;
}

/** The write of this kind. Whoever folds needs known-steps.ts among its imports, or `withSteps` around it. */
export const stepsOf: Lookup = (kind) => {
  if (!lookup) throw new StepsNotLoaded(kind);
  return lookup(kind);
};
