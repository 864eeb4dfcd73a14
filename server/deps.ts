import type { Db } from './db/tables.ts';
import type { Log } from './log.ts';
import type { Pokes } from './pokes.ts';

/** Dependencies shared by the server's parts. Passed in, so that tests supply their own clock and database. */
export interface Deps {
  db: Db;
  /** Scope in which people log in; tokens carry it from then on. */
  scope: string;
  clock: () => Date;
  log: Log;
  pokes: Pokes;
  /** Called after a commit that queued jobs. */
  jobsAdded?: () => void;
}
