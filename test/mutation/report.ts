import type { Change } from './mutants.ts';
import { wilsonInterval } from './statistics.ts';

/** A survivor that is accepted for the given reason. It is still counted as a survivor. */
export interface AcceptedSurvivor {
  file: string;
  original: string;
  replacement: string;
  reason: string;
}

export interface Verdict extends Change {
  /** Stryker's status of the mutant. */
  status: string;
}

export interface Report {
  folder: string;
  killed: number;
  /** Number of killed mutants that were ended by the time limit. */
  timedOut: number;
  total: number;
  survivors: Verdict[];
}

const isKilled = ({ status }: Verdict) => status === 'Killed' || status === 'Timeout' || status === 'RuntimeError';
/** Whether the next round of tests should run against this mutant. */
export const isSurvivor = (verdict: Verdict | undefined): boolean => verdict !== undefined && !isKilled(verdict);
const isCounted = ({ status }: Verdict) => status !== 'Ignored' && status !== 'CompileError';

/**
 * Counts the verdicts. A mutant counts as killed if its tests fail to load, and as a survivor if no test reaches it.
 */
export function countVerdicts(folder: string, verdicts: readonly Verdict[]): Report {
  const counted = verdicts.filter(isCounted);
  return {
    folder,
    killed: counted.filter(isKilled).length,
    timedOut: counted.filter(({ status }) => status === 'Timeout').length,
    total: counted.length,
    survivors: counted.filter((verdict) => !isKilled(verdict)),
  };
}

/** Returns the reason for which a survivor is accepted; undefined if it is not accepted. */
export const reasonFor = (survivor: Change, accepted: readonly AcceptedSurvivor[]): string | undefined =>
  accepted.find(
    ({ file, original, replacement }) =>
      file === survivor.file && original === survivor.original && replacement === survivor.replacement,
  )?.reason;

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
const shorten = (code: string) => {
  const line = code.replaceAll(/\s+/g, ' ').trim();
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
};

/** Returns the line with the score: `contract/states: 812 of 862 killed, 94.2% [92.4%, 95.6%]`. */
export function scoreLine({ folder, killed, timedOut, total }: Report): string {
  const [low, high] = wilsonInterval(killed, total);
  const share = total === 0 ? 0 : killed / total;
  const timeoutNote = timedOut > 0 ? `, ${timedOut} by the time limit` : '';
  return `${folder}: ${killed} of ${total} killed, ${percent(share)} [${percent(low)}, ${percent(high)}]${timeoutNote}`;
}

/**
 * Returns one line for each survivor, sorted by file and line: the place, the change and, if it is accepted, the
 * reason.
 */
export function survivorLines({ survivors }: Report, accepted: readonly AcceptedSurvivor[]): string[] {
  return survivors
    .toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
    .map((survivor) => {
      const { file, line, original, replacement, mutator, status } = survivor;
      const reason = reasonFor(survivor, accepted);
      const note = reason === undefined ? (status === 'NoCoverage' ? ' (no test)' : '') : ` (accepted: ${reason})`;
      return `  ${file}:${line} ${mutator}: ${shorten(original)} -> ${shorten(replacement)}${note}`;
    });
}
