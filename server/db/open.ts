import { access, chmod, constants, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PGliteDialect, PostgresDialect, sql, type Logger } from 'kysely';
import { print } from '../cli/print.ts';
import type { Log } from '../log.ts';
import { StartupError, systemErrorCode } from '../startup-error.ts';
import { openEmbedded, openPool } from './drivers.ts';
import { lockFolder } from './lock.ts';
import { migrate } from './migrate.ts';
import { PreparedPGlite } from './prepared.ts';
import { Replica } from './replica.ts';
import { setTableChanges, TableChanges } from './table-changes.ts';
import type { Database, Db } from './tables.ts';

export interface OpenOptions {
  /** Folder of the embedded database; `memory://` stores nothing on disk. Not used if there is a database URL. */
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Initial content of a new embedded database. */
  from?: Blob | undefined;
  /** URL of a direct connection for migrations, without a pooler. */
  directUrl?: string | undefined;
  /**
   * Role of this process, which is written to the lock file of the folder. A process with the role `serve` writes a
   * backup on SIGUSR2.
   */
  role?: 'serve' | 'command';
  /** Called after each statement. */
  onQuery?: Logger | undefined;
  /** Called before a new database is created, which takes time. */
  onFirstOpen?: () => void;
}

/** Counts of the connections of this process to a PostgreSQL server. */
export interface PoolState {
  busy: number;
  idle: number;
  /** Number of requests that wait for a connection. */
  waiting: number;
}

export interface OpenDatabase {
  db: Db;
  kind: 'embedded' | 'postgres';
  /** Returns the state of the connection pool; null for the embedded database, which has one connection. */
  pool: (() => PoolState) | null;
  /**
   * Dumps the embedded database as a compressed tar file. Null for a PostgreSQL server, which has backup tools of its
   * own.
   */
  dump: (() => Promise<Uint8Array>) | null;
  close(): Promise<void>;
}

/** File modes that exclude other users: the data folder contains password hashes and people's addresses. */
const PRIVATE = 0o700;
const PRIVATE_FILE = 0o600;

async function makePrivate(dataDir: string): Promise<void> {
  try {
    await chmod(dataDir, PRIVATE);
  } catch (error) {
    if (systemErrorCode(error) !== 'EPERM') throw error;
    print(
      `Warning: DATA_DIR ${dataDir} belongs to another user, so its permissions cannot be restricted. Run chmod 700 on it.`,
    );
  }
}

/**
 * PGlite makes the first files of a new database writable for everyone, regardless of the umask. This function makes
 * them private.
 */
async function makeFilesPrivate(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries)
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? PRIVATE : PRIVATE_FILE);
}

export const lockFileOf = (dataDir: string) => join(dataDir, 'pgdata.lock');

/** Creates the folder, or denies other users access to an existing one. Throws a StartupError if it is not writable. */
export async function ensureWritable(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: PRIVATE });
    await makePrivate(dataDir);
    await access(dataDir, constants.W_OK);
  } catch (error) {
    throw new StartupError(`DATA_DIR ${dataDir} is not writable (${systemErrorCode(error) || 'unknown reason'}).`);
  }
}

async function openFolder({
  dataDir,
  from,
  role = 'command',
  onFirstOpen,
  onQuery,
}: OpenOptions): Promise<OpenDatabase> {
  const isInMemory = dataDir.startsWith('memory://');
  if (!isInMemory) await ensureWritable(dataDir);
  const lock = isInMemory ? null : await lockFolder(lockFileOf(dataDir), role);
  try {
    const folder = isInMemory ? dataDir : join(dataDir, 'pgdata');
    const exists =
      isInMemory ||
      (await access(join(folder, 'PG_VERSION'))
        .then(() => true)
        .catch(() => false));
    if (!exists) onFirstOpen?.();
    const pglite = await openEmbedded(folder, from);
    if (!isInMemory) await makeFilesPrivate(folder);
    await migrate(new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) }));
    const changes = new TableChanges();
    const prepared = new PreparedPGlite(pglite, changes);
    const db: Db = new Kysely<Database>({
      dialect: new PGliteDialect({ pglite: prepared }),
      ...(onQuery && { log: onQuery }),
    });
    setTableChanges(db, changes);
    return {
      db,
      kind: 'embedded',
      pool: null,
      // Use the only connection, so that no transaction is in progress while the copy is made.
      dump: () =>
        db.connection().execute(async () => new Uint8Array(await (await pglite.dumpDataDir('gzip')).arrayBuffer())),
      close: async () => {
        await db.destroy();
        await lock?.release();
      },
    };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/** Opens connections to a replica. The replica may be unreachable at this moment. */
export function openReplica(url: string, deps: { clock: () => Date; log: Log }, onQuery?: Logger): Replica {
  const dialect = new PostgresDialect({ pool: openPool(url) });
  const db: Db = new Kysely<Database>({ dialect, ...(onQuery && { log: onQuery }) });
  return new Replica(db, deps);
}

/** Returns the host of a database URL, without user and password. */
function serverName(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the server';
}

/** Throws an error if the database would not store texts as characters, on which searches and limits of length depend. */
async function checkEncoding(db: Db): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding !== 'UTF8') throw new Error(`the encoding is ${encoding}; create the database with --encoding UTF8`);
}

async function openServer(url: string, { directUrl, onQuery }: OpenOptions): Promise<OpenDatabase> {
  const pool = openPool(url);
  const dialect = new PostgresDialect({ pool });
  const db: Db = new Kysely<Database>({ dialect, ...(onQuery && { log: onQuery }) });
  try {
    await checkEncoding(db);
    if (!directUrl || directUrl === url) await migrate(db);
    else await migrateThrough(directUrl);
  } catch (error) {
    await db.destroy().catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`Cannot use DATABASE_URL: ${serverName(url)} reports: ${reason || systemErrorCode(error)}`);
  }
  return {
    db,
    kind: 'postgres',
    pool: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    dump: null,
    close: () => db.destroy(),
  };
}

async function migrateThrough(directUrl: string): Promise<void> {
  const direct: Db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: openPool(directUrl, 1) }) });
  try {
    await migrate(direct);
  } finally {
    await direct.destroy();
  }
}

/** Opens the database and applies missing migrations. Throws a StartupError for problems that the operator can fix. */
export function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  return options.databaseUrl ? openServer(options.databaseUrl, options) : openFolder(options);
}
