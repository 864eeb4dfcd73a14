/** Allowed seconds of each stage of `npm test` on a quiet machine with two cores. */
export const stageBudgets = {
  /** Types, lint, format, unused code, the build, and the size of the first page. */
  checks: 90,
  /** Unit tests and browser tests in parallel. */
  tests: 420,
} as const;

export type Stage = keyof typeof stageBudgets;

/** Duration of each stage in seconds. A stage that did not run is missing. */
export type StageSeconds = Partial<Record<Stage, number>>;

const stages = Object.keys(stageBudgets) as Stage[];

/**
 * Returns one line for each stage with its duration and budget, and then a warning for each stage that took too long.
 */
export function stageReport(seconds: StageSeconds): string[] {
  const lines: string[] = [];
  const warnings: string[] = [];
  for (const stage of stages) {
    const budget = stageBudgets[stage];
    const duration = seconds[stage];
    if (duration === undefined) {
      lines.push(`${stage.padEnd(8)} did not run`);
      continue;
    }
    const rounded = Math.round(duration);
    lines.push(`${stage.padEnd(8)} ${String(rounded).padStart(4)} s of ${budget} s`);
    if (duration > budget) {
      const excess = Math.max(1, Math.round(duration - budget));
      warnings.push(
        `WARNING: stage ${stage} took ${excess} s longer than its budget: speed it up, shard it or move tests.`,
      );
    }
  }
  return [...lines, ...warnings];
}
