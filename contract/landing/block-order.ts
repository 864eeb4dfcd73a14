import type { LandingBlock } from '../entities/landing-block.ts';

type Placed = Pick<LandingBlock, 'id' | 'position'>;

/** Compares blocks by their order on the page. */
export const byPosition = (a: Placed, b: Placed): number => {
  if (a.position !== b.position) return a.position < b.position ? -1 : 1;
  return a.id < b.id ? -1 : 1;
};
