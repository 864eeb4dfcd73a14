import { join } from 'node:path';
import { runWorker } from '../helpers/run-worker.ts';
import type { Violation } from './checks.ts';
import type { PlantedFault } from './fault-injection.ts';
import type { Outcome } from './run.ts';
import type { WriteSet } from './scenarios.ts';

/** A range of seeds, whose schedules one process runs one after another. */
export interface SeedRange {
  first: number;
  count: number;
  /** If set, only every n-th seed runs. */
  every?: number;
  writeSet?: WriteSet;
  planted?: PlantedFault;
  /** If set, the batch ends as soon as this guarantee is violated. */
  until?: Violation['guarantee'];
  /** Whether to return the trace of every schedule, not only of those with a violation. */
  withTrace?: boolean;
}

/** One schedule of a batch: its outcome, or the error with which it ended early. */
export interface ScheduleResult {
  batch: number;
  seed: number;
  outcome?: Outcome;
  error?: string;
}

/** Runs batches in a separate process. If `onResult` returns true, the process is stopped. */
export const runBatches = (
  batches: readonly SeedRange[],
  onResult: (result: ScheduleResult) => boolean | undefined | void,
): Promise<void> => runWorker(join(import.meta.dirname, 'worker.ts'), batches, onResult);
