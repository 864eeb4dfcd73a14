import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Violation } from './checks.ts';
import type { Planted } from './fault-injection.ts';
import type { Outcome } from './run.ts';
import type { Days } from './scenarios.ts';

/** Seeds that one process runs one after another. */
export interface Batch {
  first: number;
  count: number;
  /** Runs only every n-th seed. */
  every?: number;
  days?: Days;
  planted?: Planted;
  /** If set, the batch ends as soon as this guarantee is violated. */
  until?: Violation['promise'];
  /** Returns the trace of every schedule, not only of those with a violation. */
  withTrace?: boolean;
}

/** One schedule of a batch: its outcome, or the error that broke it off. */
export interface Result {
  batch: number;
  seed: number;
  outcome?: Outcome;
  error?: string;
}

/**
 * Most objects are short-lived, and a larger young generation needs fewer garbage collections. The worker counts
 * objects with an experimental function of Node.
 */
const NODE_ARGS = ['--max-semi-space-size=64', '--disable-warning=ExperimentalWarning'];

/**
 * Runs batches in a separate process directly from the sources, because a test runner would load modules while a
 * schedule runs. Returning true from `onResult` stops it.
 */
export async function runBatches(
  batches: readonly Batch[],
  onResult: (result: Result) => boolean | undefined | void,
): Promise<void> {
  const worker = join(import.meta.dirname, 'worker.ts');
  const child = spawn(process.execPath, [...NODE_ARGS, worker, JSON.stringify(batches)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  let isStopped = false;
  for await (const line of createInterface({ input: child.stdout })) {
    if (isStopped) continue;
    isStopped = onResult(JSON.parse(line) as Result) === true;
    if (isStopped) child.kill();
  }
  const code = await ended;
  if (code !== 0 && !isStopped) throw new Error(`the simulator's process ended with ${code}`);
}
