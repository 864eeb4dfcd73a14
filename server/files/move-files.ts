import { sql, type RawBuilder } from 'kysely';
import type { FileType } from '../../contract/values.ts';
import { PDF_TYPE } from '../../contract/values.ts';
import type { Tx } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { imageSizeOf } from '../shrink-photo.ts';
import { DatabaseStore } from './database-store.ts';
import { ObjectMissing, type ObjectKey } from './file-store.ts';
import { storeNamed } from './file-stores.ts';
import { putObject } from './objects.ts';
import { readFile, type StoredFile } from './open-file.ts';
import { hashOf, inRow, once, type Placement } from './place-bytes.ts';
import { verified } from './verified.ts';

/** How many files are moved at the same time. */
const PARALLEL = 8;

export interface MoveCounts {
  moved: number;
  /** Files that stay where they are, because their bytes are missing or damaged. */
  failed: { sha256: string; reason: string }[];
}

/** A file whose bytes are not in the target store. */
interface Movable extends StoredFile {
  sha256: string;
  /** The next batch begins after the highest position of this batch, so that a failed file is not tried again. */
  position: string;
  /** Whether the bytes are moved in chunks instead of being read into memory at once. */
  isLarge: boolean;
  /** Updates the row, unless the bytes have been moved or replaced in the meantime. */
  save(tx: Tx, placement: Placement): Promise<unknown>;
}

/** Thrown if the bytes of a file do not match its hash. */
class DamagedFile extends Error {
  constructor() {
    super('its bytes have another hash');
  }
}

/** SQL condition: the file is not in the target store. */
const isMovable = ({ scope }: Deps, target: Placement['stored_in']) =>
  sql<boolean>`scope = ${scope} and stored_in <> ${target}`;

/** SQL condition: the row has not changed since its file was read. */
const isUnmoved = ({ scope }: Deps, { sha256, stored_in }: Pick<Movable, 'sha256' | 'stored_in'>) =>
  sql<boolean>`scope = ${scope} and sha256 = ${sha256} and stored_in = ${stored_in}`;

type ListMovable = (deps: Deps, isInBatch: (position: RawBuilder<string>) => RawBuilder<boolean>) => Promise<Movable[]>;

const hashPosition = sql<string>`sha256`;

const listMedia: ListMovable = async (deps, isInBatch) => {
  const rows = await deps.db
    .selectFrom('media_files')
    .select(['sha256', 'mime', 'bytes', 'data', 'stored_in', hashPosition.as('position')])
    .where(isInBatch(hashPosition))
    .orderBy(hashPosition)
    .limit(PARALLEL)
    .execute();
  return rows.map((row) => ({
    ...row,
    object_sha256: row.sha256,
    isLarge: !row.mime.startsWith('image/'),
    save: (tx, { stored_in, data }) =>
      tx.updateTable('media_files').set({ stored_in, data }).where(isUnmoved(deps, row)).execute(),
  }));
};

/** Returns the size of an image in pixels, which must be read before its bytes leave the database. */
function imageSize(mime: FileType, data: Uint8Array | null): { width: number | null; height: number | null } {
  return mime === PDF_TYPE || data === null ? { width: null, height: null } : imageSizeOf(data);
}

const listBlobs: ListMovable = async (deps, isInBatch) => {
  const rows = await deps.db
    .selectFrom('blobs')
    .select(['sha256', 'mime', 'bytes', 'data', 'stored_in', 'object_sha256', hashPosition.as('position')])
    .where(isInBatch(hashPosition))
    .orderBy(hashPosition)
    .limit(PARALLEL)
    .execute();
  return rows.map((row) => ({
    ...row,
    isLarge: false,
    save: (tx, placement) =>
      tx
        .updateTable('blobs')
        .set({ ...placement, ...(row.stored_in === 'database' && imageSize(row.mime, row.data)) })
        .where(isUnmoved(deps, row))
        .execute(),
  }));
};

const listVariants: ListMovable = async (deps, isInBatch) => {
  const position = sql<string>`concat_ws(' ', sha256, width, format)`;
  const rows = await deps.db
    .selectFrom('landing_image_variants')
    .select(['sha256', 'width', 'format', 'bytes', 'data', 'stored_in', 'object_sha256', position.as('position')])
    .where(isInBatch(position))
    .orderBy(position)
    .limit(PARALLEL)
    .execute();
  return rows.map(({ width, format, ...row }) => {
    const bytes = row.bytes ?? row.data.length;
    return {
      ...{ ...row, bytes, isLarge: false },
      save: (tx, placement) =>
        tx
          .updateTable('landing_image_variants')
          .set({ ...placement, bytes })
          .where(isUnmoved(deps, row))
          .where('width', '=', width)
          .where('format', '=', format)
          .execute(),
    };
  });
};

/** Reads a file of any store in pieces, and verifies its hash. */
async function* verifiedBytes(deps: Deps, key: ObjectKey, file: Movable): AsyncGenerator<Uint8Array> {
  const isInRow = file.data.length > 0;
  const range = { from: 0, to: file.bytes - 1 };
  const bytes = isInRow ? once(file.data) : await storeNamed(deps, file.stored_in).read(key, range);
  yield* verified(bytes, key.sha256, () => new DamagedFile());
}

/** Copies a file to the store outside the database that this installation uses for new files, and reads it back. */
async function copyOut(deps: Deps, target: NonNullable<Deps['files']>['target'] & object, file: Movable) {
  const { scope } = deps;
  const sha256 = file.object_sha256 ?? hashOf(file.data);
  const key = { scope, sha256 };
  await putObject(deps, target, { ...key, bytes: file.bytes, read: () => verifiedBytes(deps, key, file) });
  const copy = await target.read(key, { from: 0, to: file.bytes - 1 });
  for await (const _ of verified(copy, sha256, () => new DamagedFile()));
  const placement = { stored_in: target.name, object_sha256: sha256, data: new Uint8Array() };
  await inTransaction(deps.db, async (tx) => {
    await file.save(tx, placement);
    if (file.isLarge && file.stored_in === 'database') await new DatabaseStore(tx).delete(key);
  });
}

/** Copies a file into the database. The object stays in its store for the grace period; see collect-files.ts. */
async function copyIn(deps: Deps, file: Movable): Promise<void> {
  const key = { scope: deps.scope, sha256: file.object_sha256 ?? '' };
  if (!file.isLarge) {
    const data = await readFile(deps, deps.scope, file);
    if (hashOf(data) !== key.sha256) throw new DamagedFile();
    await inTransaction(deps.db, (tx) => file.save(tx, inRow(data)));
    return;
  }
  await inTransaction(deps.db, async (tx) => {
    const read = () => verifiedBytes(deps, key, file);
    await new DatabaseStore(tx).write({ ...key, bytes: file.bytes, read });
    await file.save(tx, inRow(new Uint8Array()));
  });
}

async function moveOne(deps: Deps, file: Movable, counts: MoveCounts): Promise<void> {
  const target = deps.files?.target;
  try {
    await (target ? copyOut(deps, target, file) : copyIn(deps, file));
    counts.moved += 1;
  } catch (error) {
    if (!(error instanceof DamagedFile || error instanceof ObjectMissing)) throw error;
    counts.failed.push({ sha256: file.sha256, reason: error.message });
  }
}

/** Returns how many files are not in the store for new files. */
export async function countMovable(deps: Deps): Promise<number> {
  const condition = isMovable(deps, deps.files?.target?.name ?? 'database');
  const { rows } = await sql<{ count: number }>`select (
      (select count(*) from media_files where ${condition})
      + (select count(*) from blobs where ${condition})
      + (select count(*) from landing_image_variants where ${condition}))::int
    as count`.execute(deps.db);
  return rows[0]?.count ?? 0;
}

/**
 * Moves all files to the store for new files. Each file is copied, read back and compared with its hash before its row
 * names the new store, so that the process may be killed at any time; the next run continues. Calls `onProgress` after
 * each batch. Throws StoreFailure.
 */
export async function moveFiles(deps: Deps, onProgress: (moved: number) => void): Promise<MoveCounts> {
  const condition = isMovable(deps, deps.files?.target?.name ?? 'database');
  const counts: MoveCounts = { moved: 0, failed: [] };
  for (const list of [listMedia, listBlobs, listVariants]) {
    for (let after = ''; ;) {
      const batch = await list(deps, (position) => sql`${condition} and ${position} > ${after}`);
      const last = batch.at(-1);
      if (!last) break;
      const isLarge = batch.some((file) => file.isLarge);
      if (isLarge) for (const file of batch) await moveOne(deps, file, counts);
      else await Promise.all(batch.map((file) => moveOne(deps, file, counts)));
      after = last.position;
      onProgress(counts.moved);
    }
  }
  return counts;
}
