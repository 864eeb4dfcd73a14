/** Returns a generator of numbers in [0, 1) that gives the same numbers for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws `count` items without replacement; all items if there are fewer. The same seed draws the same items. */
export function drawSample<T>(items: readonly T[], count: number, seed: number): T[] {
  const random = generator(seed);
  const remaining = [...items];
  const size = Math.min(count, remaining.length);
  for (let index = 0; index < size; index += 1) {
    const other = index + Math.floor(random() * (remaining.length - index));
    [remaining[index], remaining[other]] = [remaining[other] as T, remaining[index] as T];
  }
  return remaining.slice(0, size);
}

const Z_95 = 1.959964;

/** Returns the 95% Wilson score interval of `hits` out of `total`; [0, 1] if `total` is 0. */
export function wilsonInterval(hits: number, total: number): readonly [low: number, high: number] {
  if (total === 0) return [0, 1];
  const share = hits / total;
  const spread = Z_95 ** 2 / total;
  const centre = (share + spread / 2) / (1 + spread);
  const half = (Z_95 / (1 + spread)) * Math.sqrt((share * (1 - share)) / total + spread / (4 * total));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
