import type { Replica } from './db/replica.ts';
import type { Db } from './db/tables.ts';
import type { FileStores } from './files/file-store.ts';
import type { Log } from './log.ts';
import type { Pokes } from './pokes.ts';
import type { Tracing } from './tracing.ts';

/** A loss of committed writes that a process has noticed. See: [Note: Lost writes] */
export interface LostWrites {
  scope: string;
  /** The newest revision that the process has seen committed. */
  known: number;
  /**
   * The epoch in which the database assigned `known` or a lower revision again. Absent if the loss was noticed without
   * such an assignment, by reading the counter.
   */
  epoch?: string | undefined;
}

/**
 * Dependencies shared by the parts of the server. They are passed in, so that tests can supply their own clock and
 * database.
 */
export interface Deps {
  db: Db;
  /** Scope in which users log in. From then on, the scope is taken from their token. */
  scope: string;
  clock: () => Date;
  log: Log;
  pokes: Pokes;
  /** A copy of the database for pulls and snapshots. Absent if there is none. */
  replica?: Replica | undefined;
  /** Stores of files outside the database. Absent if there are none. */
  files?: FileStores | undefined;
  /** Absent if nothing is traced. */
  tracing?: Tracing | undefined;
  /** Called after a commit that queued jobs. */
  onJobsAdded?: () => void;
  /** Called after each run of a periodic job. */
  onPeriodicRun?: (job: string, result: 'ok' | 'failed') => void;
  /** Called when this process notices that the database has lost writes. Absent if the database cannot lose any. */
  onLoss?: (loss: LostWrites) => void;
}
