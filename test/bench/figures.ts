/** Names and figures of one part of the benchmark. */
export type Figures = Record<string, number>;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Returns the value at the given percentile (`part` is 0..1). */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

export async function measureMs(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
