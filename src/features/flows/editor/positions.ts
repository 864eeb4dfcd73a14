import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';

type Placed = Pick<LandingBlock, 'id' | 'position'>;

/** Where a block goes, and which other blocks have to move for that. */
export interface Place {
  position: string;
  moves: Placed[];
}

/** Two devices that add a block at the same place choose the same position; the second block then gets a new one. */
function besideEqual(blocks: readonly Placed[], index: number, before: string): Place {
  const next = blocks.findIndex((block, at) => at >= index && block.position > before);
  const equal = blocks.slice(index, next === -1 ? undefined : next);
  const after = next === -1 ? null : blocks[next]!.position;
  const [position, ...others] = generateNKeysBetween(before, after, equal.length + 1);
  return { position: position!, moves: equal.map(({ id }, at) => ({ id, position: others[at]! })) };
}

/** Positions that another program has chosen may be no fractions; then all blocks get new ones. */
function renumbered(blocks: readonly Placed[], index: number): Place {
  const keys = generateNKeysBetween(null, null, blocks.length + 1);
  const [position] = keys.splice(index, 1);
  return { position: position!, moves: blocks.map(({ id }, at) => ({ id, position: keys[at]! })) };
}

/** Returns the place of a block that is to come before the block at `index` of the others, which are in their order. */
export function placeAt(blocks: readonly Placed[], index: number): Place {
  const before = blocks[index - 1]?.position ?? null;
  const after = blocks[index]?.position ?? null;
  try {
    if (before !== null && after !== null && before >= after) return besideEqual(blocks, index, before);
    return { position: generateKeyBetween(before, after), moves: [] };
  } catch {
    return renumbered(blocks, index);
  }
}

/** Returns positions for the given number of blocks of a new page. */
export const firstPositions = (count: number): string[] => generateNKeysBetween(null, null, count);
