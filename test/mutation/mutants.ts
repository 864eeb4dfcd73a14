import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { MutantCollector } from '../../node_modules/@stryker-mutator/instrumenter/dist/src/transformers/mutant-collector.js';

export interface Change {
  /** Path relative to the root of the repository. */
  file: string;
  /** Line number, starting at 1. */
  line: number;
  mutator: string;
  /** The source text that the change replaces. */
  original: string;
  replacement: string;
}

interface Location {
  start: { line: number; column: number };
  end: { line: number; column: number };
}

interface FoundMutant {
  fileName: string;
  location: Location;
  mutatorName: string;
  replacement: string;
}

/** Returns a key of a mutant. It is the same in every run with the same source. */
export function keyOf({ fileName, location: { start, end }, mutatorName, replacement }: FoundMutant): string {
  const place = `${start.line}:${start.column}-${end.line}:${end.column}`;
  return [relative('.', fileName), place, mutatorName, replacement].join(' ');
}

const doNothing = () => {};
const silentLog = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: doNothing,
  debug: doNothing,
  info: doNothing,
  warn: doNothing,
  error: doNothing,
  fatal: doNothing,
};

/** Returns the keys of all mutants of the given sources. */
export async function listMutants(files: readonly string[]): Promise<string[]> {
  const sources = files.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const options = { excludedMutations: [], ignorers: [], plugins: null };
  const { mutants } = await new Instrumenter(silentLog).instrument(sources, options);
  return mutants.map(keyOf);
}

const collect = MutantCollector.prototype.collect;

/** Makes Stryker create only the chosen mutants. */
export function chooseMutants(chosen: ReadonlySet<string>): void {
  MutantCollector.prototype.collect = function collectChosen(...found) {
    const mutant = collect.apply(this, found);
    return chosen.has(keyOf(mutant.toApiMutant()))
      ? mutant
      : Object.assign(mutant, { ignoreReason: 'not in the sample' });
  };
}

/**
 * Converts a mutant of a report, whose lines and columns start at 1, to Stryker's internal form, in which they start at
 * 0.
 */
export function toStrykerForm<T extends FoundMutant>(result: T): T {
  const { start, end } = result.location;
  const location = {
    start: { line: start.line - 1, column: start.column - 1 },
    end: { line: end.line - 1, column: end.column - 1 },
  };
  return { ...result, location };
}

function between(source: string, { start, end }: Location): string {
  const lines = source.split('\n').slice(start.line, end.line + 1);
  if (lines.length === 0) return '';
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column);
  lines[0] = (lines[0] ?? '').slice(start.column);
  return lines.join('\n');
}

/** Describes the change of a mutant. The lines and columns of `found` start at 0. */
export function changeOf(found: FoundMutant, source: string): Change {
  return {
    file: relative('.', found.fileName),
    line: found.location.start.line + 1,
    mutator: found.mutatorName,
    original: between(source, found.location),
    replacement: found.replacement,
  };
}
