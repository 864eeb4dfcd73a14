import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { writeNames } from '../../contract/writes/index.ts';
import { runBatches, type ScheduleResult } from './batches.ts';
import type { Outcome } from './run.ts';

// `npm run simulate -- --schedules N --seed S [--mode documented]`: runs one process per core (or `--jobs` processes),
// each with its own database and every n-th seed. Prints a hash of each schedule's trace. Stops at the first violation
// and prints its trace.

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    /** `documented`: against an API that has the documented calls alone; see test/foreign/schedule.ts. */
    mode: { type: 'string', default: 'sync' },
    /** Prints the trace of every schedule. */
    trace: { type: 'boolean', default: false },
  },
});
const schedules = Number(values.schedules);
const first = Number(values.seed);
const jobs = Math.max(1, Math.min(Number(values.jobs), schedules));
const print = (line: string) => process.stdout.write(`${line}\n`);

interface Totals {
  done: number;
  writes: number;
  kinds: Map<string, number>;
  requests: number;
  kills: number;
  slowest: number;
  /** The schedule that ended the run, because of a violation or an error. */
  failed: ScheduleResult | null;
}

function add(totals: Totals, { seed, hash, writes, kinds, requests, kills, healed_in, story }: Outcome): void {
  totals.done += 1;
  totals.writes += writes;
  for (const [kind, count] of Object.entries(kinds)) totals.kinds.set(kind, (totals.kinds.get(kind) ?? 0) + count);
  totals.requests += requests;
  totals.kills += kills;
  totals.slowest = Math.max(totals.slowest, healed_in);
  print(`seed ${seed} trace ${hash}`);
  if (values.trace) print(story.join('\n'));
}

/** Counts one schedule. Returns true if no more schedules need to run. */
function note(totals: Totals, result: ScheduleResult): boolean {
  if (totals.failed) return true;
  const { seed, outcome, error } = result;
  if (outcome) add(totals, outcome);
  if (outcome?.violations.length === 0) return false;
  totals.failed = result;
  if (outcome && !values.trace) print(outcome.story.join('\n'));
  for (const { guarantee, seen } of outcome?.violations ?? []) print(`seed ${seed}: ${guarantee}: ${seen}`);
  if (error) print(`seed ${seed} ended with an error: ${error}`);
  return true;
}

async function runSync(): Promise<boolean> {
  const started = performance.now();
  const totals: Totals = { done: 0, writes: 0, kinds: new Map(), requests: 0, kills: 0, slowest: 0, failed: null };
  const parts = Array.from({ length: jobs }, (_, part) => part);
  await Promise.all(
    parts.map((part) => {
      const batch = { first: first + part, count: schedules - part, every: jobs, withTrace: values.trace };
      return runBatches([batch], (result) => note(totals, result));
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  print(`schedules ${totals.done} of seeds ${first} to ${first + schedules - 1}`);
  print(`${(totals.done / seconds).toFixed(1)} a second in ${jobs} processes`);
  print(`writes ${totals.writes}, requests ${totals.requests}, tabs killed ${totals.kills}`);
  print(`by kind: ${writeNames.map((kind) => `${kind} ${totals.kinds.get(kind) ?? 0}`).join(', ')}`);
  print(`the slowest queue was empty ${(totals.slowest / 1000).toFixed(1)} virtual s after the faults`);
  print(totals.failed ? `seed ${totals.failed.seed} failed` : 'no violation');
  return !totals.failed;
}

async function runDocumented(): Promise<boolean> {
  const documented = await import('../foreign/run.ts');
  return documented.runDocumented(schedules, first, print);
}

process.exitCode = (await (values.mode === 'documented' ? runDocumented() : runSync())) ? 0 : 1;
