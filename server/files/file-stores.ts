import { sql } from 'kysely';
import type { Db } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import type { Log } from '../log.ts';
import { StartupError } from '../startup-error.ts';
import { DatabaseStore } from './database-store.ts';
import { StoreFailure, type ExternalStore, type FileStore, type FileStores } from './file-store.ts';
import { FolderStore } from './folder-store.ts';
import { S3Client } from './s3-client.ts';
import { S3Store } from './s3-store.ts';
import type { S3Options } from './s3-url.ts';
import type { StoreName } from './store-name.ts';

/** Which stores an installation has. */
export interface FileSettings {
  s3: S3Options | null;
  folder: string | null;
  /** Where new files are written. */
  target: StoreName;
}

export function createFileStores({ s3, folder, target }: FileSettings, log: Log): FileStores {
  const external: ExternalStore[] = [];
  if (folder !== null) external.push(new FolderStore(folder));
  if (s3 !== null) external.push(new S3Store(new S3Client(s3), { prefix: s3.prefix, log }));
  return { external, target: external.find(({ name }) => name === target) ?? null };
}

const settings = { folder: 'MEDIA_DIR', s3: 'S3_URL' } as const;

/** Returns the store with a name. Throws StoreFailure if this installation has none. */
export function storeNamed({ db, files }: Pick<Deps, 'db' | 'files'>, name: StoreName): FileStore {
  if (name === 'database') return new DatabaseStore(db);
  const store = files?.external.find((external) => external.name === name);
  if (!store) throw new StoreFailure(`files are in the store ${name}, but ${settings[name]} is not set`);
  return store;
}

async function isUsed(db: Db, scope: string, store: StoreName): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select
      exists (select 1 from media_files where scope = ${scope} and stored_in = ${store})
      or exists (select 1 from blobs where scope = ${scope} and stored_in = ${store})
      or exists (select 1 from landing_image_variants where scope = ${scope} and stored_in = ${store}) as used`.execute(
    db,
  );
  return rows[0]?.used === true;
}

/** Throws a StartupError if files are in a store that is not configured. */
export async function checkFileStores({ db, scope, files }: Pick<Deps, 'db' | 'scope' | 'files'>): Promise<void> {
  for (const name of ['folder', 's3'] as const) {
    const isConfigured = files?.external.some((store) => store.name === name) === true;
    if (!isConfigured && (await isUsed(db, scope, name)))
      throw new StartupError(
        `Files are in the store ${name}: set ${settings[name]}, or move them with npm run content -- move-media.`,
      );
  }
}

/** Logs stores that cannot be used. The server starts without them, because everything else works. Never rejects. */
export async function logUnusableStores({ files, log }: Pick<Deps, 'files' | 'log'>): Promise<void> {
  for (const store of files?.external ?? []) {
    await store.check().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ store: store.name, reason }, 'the store of files cannot be used');
    });
  }
}

/** Logs that a store has failed, in one line for each failed request, and returns the error to throw. */
export function logStoreFailure({ log }: Pick<Deps, 'log'>, store: StoreName, error: unknown): unknown {
  if (error instanceof StoreFailure) log.error({ store, reason: error.reason }, 'the store of files failed');
  return error;
}
