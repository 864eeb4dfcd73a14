import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, type PGlite as Driven, type PGliteTransaction } from 'kysely';
import { openEmbedded } from '../../server/db/drivers.ts';
import { migrate } from '../../server/db/migrate.ts';
import { PreparedPGlite } from '../../server/db/prepared.ts';
import type { Database, Db } from '../../server/db/tables.ts';
import { templateDump } from '../helpers/template-database.ts';
import { replaceProperty } from './replace.ts';

/** Number of schedules after which rows that were rolled back are removed from the database files. */
const VACUUM_EVERY = 200;

const onlyReads = (text: string): boolean => text.startsWith('select ') && !text.startsWith('select set_config');

/**
 * The embedded database. A whole schedule is one transaction, which is rolled back at its end; the server's own
 * transactions are savepoints in it. There is one connection, on which Kysely runs one transaction at a time.
 */
class NestedPGlite implements Driven {
  readonly waitReady: Promise<void>;
  private readonly inner: PreparedPGlite;
  isInSchedule = false;

  constructor(pglite: PGlite) {
    this.inner = new PreparedPGlite(pglite);
    this.waitReady = pglite.waitReady;
  }

  get closed(): boolean {
    return this.inner.closed;
  }

  get ready(): boolean {
    return this.inner.ready;
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  query: PGliteTransaction['query'] = (text, params) => this.inner.query(text, params);

  async transaction<T>(run: (tx: PGliteTransaction) => Promise<T>): Promise<T> {
    if (!this.isInSchedule) return this.inner.transaction(run);
    // Most transactions only read, so they need no rollback.
    let hasWritten = false;
    const query: PGliteTransaction['query'] = async (text, params) => {
      if (!hasWritten && !onlyReads(text)) {
        hasWritten = true;
        await this.query('savepoint unit');
      }
      return this.query(text, params);
    };
    try {
      const result = await run({ query, rollback: () => Promise.reject(new Error('not supported')) });
      if (hasWritten) await this.query('release savepoint unit');
      return result;
    } catch (error) {
      if (hasWritten) await this.query('rollback to savepoint unit');
      if (hasWritten) await this.query('release savepoint unit');
      throw error;
    }
  }
}

export interface SimDatabase {
  db: Db;
  /** Runs `work` in a transaction that is rolled back, so that the database is the same as before. */
  runAndRollBack<T>(work: () => Promise<T>): Promise<T>;
  /** Saves the current state, to which `restore` returns. Allowed only within `runAndRollBack`. */
  backUp(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the embedded database without timers. Its timers would fire by the real clock, whereas the times that it then
 * compares come from the virtual clock. They limit the waiting for logins and locks, and a single connection never
 * waits for either.
 */
async function openWithoutTimers(): Promise<PGlite> {
  const restore = replaceProperty(globalThis, 'setTimeout', () => 0);
  const pglite = await openEmbedded('memory://', templateDump()).finally(restore);
  const execute = pglite.execProtocolRawSync.bind(pglite);
  pglite.execProtocolRawSync = (message) => {
    const restoreTimers = replaceProperty(globalThis, 'setTimeout', () => 0);
    try {
      return execute(message);
    } finally {
      restoreTimers();
    }
  };
  return pglite;
}

/** Opens a migrated database in memory. */
export async function openSimDatabase(): Promise<SimDatabase> {
  const pglite = await openWithoutTimers();
  await migrate(new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) }));
  // The tables are so small that planning a query again for its values takes longer than running the query.
  await pglite.exec('set plan_cache_mode = force_generic_plan');
  const nested = new NestedPGlite(pglite);
  const db: Db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite: nested }) });
  let count = 0;
  return {
    db,
    runAndRollBack: async (work) => {
      await nested.query('begin');
      nested.isInSchedule = true;
      try {
        return await work();
      } finally {
        nested.isInSchedule = false;
        await nested.query('rollback');
        count += 1;
        if (count % VACUUM_EVERY === 0) await pglite.exec('vacuum');
      }
    },
    backUp: async () => void (await nested.query('savepoint backup')),
    restore: async () => void (await nested.query('rollback to savepoint backup')),
    close: () => db.destroy(),
  };
}
