import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely';
import { StartupError, systemCode } from '../startup-error.ts';
import { openEmbedded, openPool } from './drivers.ts';
import { lockFolder } from './lock.ts';
import { migrate } from './migrate.ts';
import { PreparedPGlite } from './prepared.ts';
import type { Database, Db } from './tables.ts';

export interface OpenOptions {
  /** Folder of the embedded database's files; `memory://` keeps nothing. Unused with a database URL. */
  dataDir: string;
  databaseUrl?: string | undefined;
  /** A dump that a new embedded database begins with. */
  from?: Blob | undefined;
  /** A connection that no pooler shares, for migrations. */
  directUrl?: string | undefined;
  /** Who holds the folder: told to a second process, and `serve` answers SIGUSR2 with a backup. */
  role?: 'serve' | 'command';
  /** Told once, before the slow first opening. */
  onFirstOpening?: () => void;
}

export interface OpenDatabase {
  db: Db;
  kind: 'embedded' | 'postgres';
  /** The whole embedded database as a compressed tar; null with PostgreSQL, which has its own tools. */
  dump: (() => Promise<Uint8Array>) | null;
  close(): Promise<void>;
}

export const lockFileOf = (dataDir: string) => join(dataDir, 'pgdata.lock');

/** Makes the folder, or says in one line why it cannot be written. */
export async function ensureWritable(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    throw new StartupError(`DATA_DIR ${dataDir} cannot be written (${systemCode(error) || 'unknown reason'}).`);
  }
}

async function openFolder({ dataDir, from, role = 'command', onFirstOpening }: OpenOptions): Promise<OpenDatabase> {
  const inMemory = dataDir.startsWith('memory://');
  if (!inMemory) await ensureWritable(dataDir);
  const lock = inMemory ? null : await lockFolder(lockFileOf(dataDir), role);
  try {
    const folder = inMemory ? dataDir : join(dataDir, 'pgdata');
    const isThere =
      inMemory ||
      (await access(join(folder, 'PG_VERSION'))
        .then(() => true)
        .catch(() => false));
    if (!isThere) onFirstOpening?.();
    const pglite = await openEmbedded(folder, from);
    await migrate(new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) }));
    const db: Db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite: new PreparedPGlite(pglite) }) });
    return {
      db,
      kind: 'embedded',
      // Through the one connection, so that no transaction is half done in the copy.
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

/** The server's name without user and password. */
function placeOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the given address';
}

async function openServer(url: string, directUrl: string | undefined): Promise<OpenDatabase> {
  const db: Db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: openPool(url) }) });
  try {
    await sql`select 1`.execute(db);
    if (!directUrl || directUrl === url) await migrate(db);
    else await migrateThrough(directUrl);
  } catch (error) {
    await db.destroy().catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`DATABASE_URL cannot be used: ${placeOf(url)} answers: ${reason || systemCode(error)}`);
  }
  return { db, kind: 'postgres', dump: null, close: () => db.destroy() };
}

async function migrateThrough(directUrl: string): Promise<void> {
  const direct: Db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: openPool(directUrl, 1) }) });
  try {
    await migrate(direct);
  } finally {
    await direct.destroy();
  }
}

/** Opens the database with its tables up to date. Throws a StartFault for what the operator can mend. */
export function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  return options.databaseUrl ? openServer(options.databaseUrl, options.directUrl) : openFolder(options);
}
