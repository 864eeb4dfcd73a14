/** The result of one journey in one engine. `error` is null if it passed. */
export interface Cell {
  journey: string;
  engine: string;
  seconds: number;
  error: string | null;
}

/** An engine that could not be run, and why. */
export interface SkippedEngine {
  engine: string;
  reason: string;
}

export interface Results {
  cells: readonly Cell[];
  notRun: readonly SkippedEngine[];
}

const GAP = 3;

function cellText({ cells, notRun }: Results, journey: string, engine: string): string {
  if (notRun.some((skipped) => skipped.engine === engine)) return 'not run';
  const cell = cells.find((candidate) => candidate.journey === journey && candidate.engine === engine);
  if (!cell) return 'not run';
  return `${cell.error === null ? 'ok' : 'FAILED'} ${Math.round(cell.seconds)} s`;
}

/** Returns the table of journeys and engines, followed by a line for each engine that was not run and the totals. */
export function resultTable(results: Results, journeys: readonly string[], engines: readonly string[]): string {
  const { cells, notRun } = results;
  const rows = [
    ['journey', ...engines],
    ...journeys.map((journey) => [journey, ...engines.map((engine) => cellText(results, journey, engine))]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)) + GAP);
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('')
      .trimEnd(),
  );
  const failed = cells.filter(({ error }) => error !== null).length;
  const total = `${cells.length - failed} passed, ${failed} failed`;
  return [...lines, ...notRun.map(({ engine, reason }) => `not run: ${engine} (${reason})`), '', total].join('\n');
}

/**
 * Returns the exit status: 1 if a journey failed or none was run. Under CI, an engine that could not be run counts as a
 * failure, too.
 */
export function exitStatus({ cells, notRun }: Results, isCI: boolean): 0 | 1 {
  const isBad = cells.length === 0 || cells.some(({ error }) => error !== null);
  return isBad || (isCI && notRun.length > 0) ? 1 : 0;
}
