import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runBatches, type YearResult } from './batches.ts';
import type { YearOutcome } from './run.ts';

// `npm run simulate:year -- --seeds N --members M --seed S`: runs one process per core (or `--jobs` processes), each
// with its own database and every n-th seed. Prints a hash of each seed's trace. Stops at the first violation and
// prints its trace. With DATABASE_URL, the years run on that PostgreSQL, in one process.

const usesPostgres = process.env['DATABASE_URL'] !== undefined;
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    members: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: usesPostgres ? '1' : String(availableParallelism()) },
    /** Prints the trace of every seed. */
    trace: { type: 'boolean', default: false },
  },
});
const seeds = Number(values.seeds);
const members = Number(values.members);
const first = Number(values.seed);
const jobs = Math.max(1, Math.min(Number(values.jobs), seeds));
const print = (line: string) => process.stdout.write(`${line}\n`);

const totals = { done: 0, events: 0, taps: 0, charges: 0, donations: 0, refunds: 0 };
let failed: YearResult | null = null;

function add({ seed, hash, story, ...counts }: YearOutcome): void {
  totals.done += 1;
  for (const key of ['events', 'taps', 'charges', 'donations', 'refunds'] as const) totals[key] += counts[key];
  print(`seed ${seed} trace ${hash} events ${counts.events} charges ${counts.charges}`);
  if (values.trace) print(story.join('\n'));
}

/** Counts one seed. Returns true if no more seeds need to run. */
function note(result: YearResult): boolean {
  if (failed) return true;
  const { seed, outcome, error } = result;
  if (outcome) add(outcome);
  if (outcome?.violations.length === 0) return false;
  failed = result;
  if (outcome && !values.trace) print(outcome.story.join('\n'));
  for (const { guarantee, seen } of outcome?.violations ?? []) print(`seed ${seed}: ${guarantee}: ${seen}`);
  if (error) print(`seed ${seed} ended with an error: ${error}`);
  return true;
}

const started = performance.now();
const parts = Array.from({ length: jobs }, (_, part) => part);
await Promise.all(
  parts.map((part) => {
    const batch = { first: first + part, count: seeds - part, every: jobs, members, withTrace: values.trace };
    return runBatches([batch], note);
  }),
);
const seconds = (performance.now() - started) / 1000;
print(`years ${totals.done} of ${members} members, seeds ${first} to ${first + seeds - 1}`);
print(`${seconds.toFixed(0)} s in ${jobs} processes`);
print(`events ${totals.events}, purchase requests ${totals.taps}, charges ${totals.charges}`);
print(`${totals.donations} of the charges for dates of recurring donations, refunds ${totals.refunds}`);
print(failed ? `seed ${(failed as YearResult).seed} failed` : 'no violation');
process.exitCode = failed ? 1 : 0;
