import type { Db } from './db/tables.ts';
import type { Log } from './log.ts';
import type { Pokes } from './pokes.ts';

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
  /** Called after a commit that queued jobs. */
  jobsAdded?: () => void;
}
