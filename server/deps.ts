import type { Db } from './db/tables.ts';
import type { Log } from './log.ts';
import type { Pokes } from './pokes.ts';

/** What the server's parts share. Handed in, so that tests bring their own clock and database. */
export interface Deps {
  db: Db;
  /** Scope of a person who logs in; a token then carries it. */
  scope: string;
  clock: () => Date;
  log: Log;
  pokes: Pokes;
  /** Called after a commit that left work to do. */
  jobsAdded?: () => void;
}
