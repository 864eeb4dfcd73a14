import { join } from 'node:path';
import { runWorker } from '../helpers/run-worker.ts';
import type { PlantedFault } from './planted-faults.ts';
import type { YearOutcome } from './run.ts';
import type { Guarantee } from './world.ts';

/** A range of seeds, whose years one process simulates one after another. */
export interface SeedRange {
  first: number;
  count: number;
  members: number;
  /** If set, only every n-th seed runs. */
  every?: number;
  planted?: PlantedFault;
  /** If set, the batch ends as soon as this guarantee is violated. */
  until?: Guarantee;
  /** Whether to return the trace of every seed, not only of those with a violation. */
  withTrace?: boolean;
}

/** One seed of a batch: its outcome, or the error with which it ended early. */
export interface YearResult {
  batch: number;
  seed: number;
  outcome?: YearOutcome;
  error?: string;
}

/** Runs batches in a separate process. If `onResult` returns true, the process is stopped. */
export const runBatches = (
  batches: readonly SeedRange[],
  onResult: (result: YearResult) => boolean | undefined | void,
): Promise<void> => runWorker(join(import.meta.dirname, 'worker.ts'), batches, onResult);
