import { createReadStream } from 'node:fs';
import { DatabaseStore } from '../files/database-store.ts';
import { putObject } from '../files/objects.ts';
import { once } from '../files/place-bytes.ts';
import { logStoreFailure } from '../files/file-stores.ts';
import type { StoreName } from '../files/store-name.ts';
import { verified } from '../files/verified.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../db/tables.ts';
import { StartupError } from '../startup-error.ts';
import type { BookFile } from './books.ts';
import type { ImageFile } from './images.ts';
import type { MediaFile } from './media-files.ts';
import type { Content } from './read.ts';
import type { ImportOptions } from './existing.ts';

type Options = Pick<ImportOptions, 'scope' | 'now' | 'placed'>;

/** A file to be imported. */
interface Source {
  sha256: string;
  mime: string;
  bytes: number;
  width?: number;
  height?: number;
  /** The bytes of an image. If images are stored in the database, the bytes are in the row of the file. */
  data?: Uint8Array;
  read(): AsyncIterable<Uint8Array>;
}

/** Reads a file piece by piece. Throws a StartupError if it has changed since it was hashed. */
const readUnchanged = ({ path, sha256 }: MediaFile): AsyncGenerator<Uint8Array> =>
  verified(
    createReadStream(path),
    sha256,
    () => new StartupError(`${path} changed during the import. Nothing was written.`),
  );

const sourceOfMedia = (media: MediaFile): Source => ({ ...media, read: () => readUnchanged(media) });
const sourceOfImage = (image: ImageFile): Source => ({ ...image, read: () => once(image.data) });
const sourceOfBook = ({ sha256, mime, data }: BookFile): Source => ({
  ...{ sha256, mime, bytes: data.length },
  read: () => once(data),
});

/**
 * Stores the files of content where this installation writes new files, before the transaction of the import, because a
 * store may be slow. Files that an earlier import has stored are left where they are. Throws StoreFailure.
 */
export async function placeContent(
  deps: Deps,
  { lessons, news, events, books }: Content,
): Promise<Map<string, StoreName>> {
  const placed = new Map<string, StoreName>();
  const store = deps.files?.target;
  if (!store) return placed;
  const { db, scope } = deps;
  const images = [...lessons, ...news, ...events].flatMap((draft) => draft.images);
  const covers = books.flatMap(({ cover }) => (cover ? [cover] : []));
  const sources = [
    ...[...images, ...covers].map(sourceOfImage),
    ...lessons.flatMap(({ mediaFiles }) => mediaFiles.map(sourceOfMedia)),
    ...books.map(({ file }) => sourceOfBook(file)),
  ];
  for (const source of sources) {
    const { sha256 } = source;
    const stored = await db
      .selectFrom('media_files')
      .select('sha256')
      .where('scope', '=', scope)
      .where('sha256', '=', sha256)
      .executeTakeFirst();
    if (stored || placed.has(sha256)) continue;
    await putObject(deps, store, { scope, ...source }).catch((error: unknown) => {
      throw logStoreFailure(deps, store.name, error);
    });
    placed.set(sha256, store.name);
  }
  return placed;
}

/** Stores a file that is not stored yet, in the transaction of the caller. */
async function writeFile(tx: Tx, source: Source, { scope, now, placed }: Options): Promise<void> {
  const { sha256, mime, bytes, width = null, height = null, data } = source;
  const stored_in = placed?.get(sha256) ?? 'database';
  const rowData = stored_in === 'database' && data ? data : new Uint8Array();
  const added = await tx
    .insertInto('media_files')
    .values({ scope, sha256, mime, bytes, width, height, data: rowData, stored_in, created_at: now })
    // A file that is imported again is no longer unused, so the garbage collection must not delete it.
    .onConflict((conflict) => conflict.columns(['scope', 'sha256']).doUpdateSet({ unused_since: null }))
    .returning((eb) => eb('created_at', '=', now).as('is_new'))
    .executeTakeFirstOrThrow();
  if (added.is_new && stored_in === 'database' && !data) await new DatabaseStore(tx).write({ scope, ...source });
}

/** Stores the given videos, audio files and captions that are not stored yet. */
export async function writeMedia(tx: Tx, files: readonly MediaFile[], options: Options): Promise<void> {
  for (const media of files) await writeFile(tx, sourceOfMedia(media), options);
}

/** Stores the given images that are not stored yet. */
export async function writeImages(tx: Tx, images: readonly ImageFile[], options: Options): Promise<void> {
  for (const image of images) await writeFile(tx, sourceOfImage(image), options);
}

/** Stores the file of a book, unless it is already stored. */
export const writeBookFile = (tx: Tx, file: BookFile, options: Options): Promise<void> =>
  writeFile(tx, sourceOfBook(file), options);
