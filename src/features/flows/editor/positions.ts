import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';

type Placed = Pick<LandingBlock, 'id' | 'position'>;

/** The position of a block, and the new positions of other blocks that make room for it. */
export interface InsertPosition {
  position: string;
  moves: Placed[];
}

/** Makes room between blocks with equal positions, which occur when two devices add a block at the same place. */
function besideEqual(blocks: readonly Placed[], index: number, before: string): InsertPosition {
  const next = blocks.findIndex((block, at) => at >= index && block.position > before);
  const equalBlocks = blocks.slice(index, next === -1 ? undefined : next);
  const after = next === -1 ? null : blocks[next]!.position;
  const [position, ...others] = generateNKeysBetween(before, after, equalBlocks.length + 1);
  return { position: position!, moves: equalBlocks.map(({ id }, at) => ({ id, position: others[at]! })) };
}

/**
 * Gives all blocks new positions. This is needed if another program has stored positions that are not fractional
 * indexes.
 */
function renumber(blocks: readonly Placed[], index: number): InsertPosition {
  const keys = generateNKeysBetween(null, null, blocks.length + 1);
  const [position] = keys.splice(index, 1);
  return { position: position!, moves: blocks.map(({ id }, at) => ({ id, position: keys[at]! })) };
}

/**
 * Returns the position of a block that is inserted before `blocks[index]`. `blocks` are the other blocks in their
 * order.
 */
export function positionForInsertAt(blocks: readonly Placed[], index: number): InsertPosition {
  const before = blocks[index - 1]?.position ?? null;
  const after = blocks[index]?.position ?? null;
  try {
    if (before !== null && after !== null && before >= after) return besideEqual(blocks, index, before);
    return { position: generateKeyBetween(before, after), moves: [] };
  } catch {
    return renumber(blocks, index);
  }
}

/** Returns positions for the given number of blocks on a new page. */
export const firstPositions = (count: number): string[] => generateNKeysBetween(null, null, count);
