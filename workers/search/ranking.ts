import type { Term } from '../../contract/search/terms.ts';
import { namePosition } from './fold.ts';

/**
 * The matches, sorted by rank: the names that start with the search text, then the names in which a later word starts
 * with it, and finally all others.
 */
export interface RankedMatches {
  slots: Int32Array;
  /** False if ranking stopped after the requested number. */
  isComplete: boolean;
}

/**
 * Returns a function that ranks a line: 0 if the name starts with one of the spellings, 1 if a later word of the name
 * does, else 2.
 */
function tierFunction(spellings: readonly string[]): (line: string) => 0 | 1 | 2 {
  const laterWords = spellings.map((word) => ` ${word}`);
  return (line) => {
    const { from, to } = namePosition(line);
    for (const word of spellings) if (line.startsWith(word, from)) return 0;
    for (const word of laterWords) {
      const at = line.indexOf(word, from);
      if (at >= 0 && at < to) return 1;
    }
    return 2;
  };
}

/**
 * Ranks `slots`, which must be in sort order, by the first word of the search. Stops as soon as `limit` slots of the
 * best tier are found, so that a search for a common initial does not scan all names that start with it.
 */
export function rankLines(
  lines: readonly string[],
  slots: Int32Array,
  terms: readonly Term[],
  limit: number,
): RankedMatches {
  const [first] = terms;
  if (!first || first.isNumber) return { slots, isComplete: true };
  const tierOf = tierFunction(first.spellings);
  const tiers = new Uint8Array(slots.length);
  const starts: [number, number, number] = [0, 0, 0];
  for (let at = 0; at < slots.length; at += 1) {
    const tier = tierOf(lines[slots[at]!]!);
    tiers[at] = tier;
    if (tier === 0) starts[1] += 1;
    if (tier === 1) starts[2] += 1;
    if (starts[1] >= limit)
      return { slots: slots.slice(0, at + 1).filter((_, place) => tiers[place] === 0), isComplete: false };
  }
  starts[2] += starts[1];
  const ordered = new Int32Array(slots.length);
  for (let at = 0; at < slots.length; at += 1) ordered[starts[tiers[at] as 0 | 1 | 2]++] = slots[at]!;
  return { slots: ordered, isComplete: true };
}
