import { Readable } from 'node:stream';
import type { ByteRange } from '../../contract/media-range.ts';
import type { Deps } from '../deps.ts';
import { ObjectMissing } from './file-store.ts';
import { openFile, type StoredFile } from './open-file.ts';

export interface MediaFile extends StoredFile {
  sha256: string;
  mime: string;
}

type Reading = Pick<Deps, 'db' | 'files' | 'log'>;

/** Returns an imported file; undefined if there is none. Does not check access. */
export async function mediaFile({ db }: Reading, scope: string, sha256: string): Promise<MediaFile | undefined> {
  const row = await db
    .selectFrom('media_files')
    .select(['sha256', 'mime', 'bytes', 'data', 'stored_in'])
    .where('scope', '=', scope)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row && { ...row, object_sha256: sha256 };
}

/** Yields a range of a file in the database, and continues in the store if the file is moved there in the meantime. */
async function* acrossMove(
  deps: Reading,
  scope: string,
  file: MediaFile,
  { from, to }: ByteRange,
): AsyncGenerator<Uint8Array> {
  let next = from;
  try {
    for await (const chunk of await openFile(deps, scope, file, { from, to })) {
      const data = chunk as Uint8Array;
      next += data.length;
      yield data;
    }
  } catch (error) {
    const moved = error instanceof ObjectMissing ? await mediaFile(deps, scope, file.sha256) : undefined;
    if (!moved || moved.stored_in === file.stored_in) throw error;
    yield* await openFile(deps, scope, moved, { from: next, to });
  }
}

/** Opens a range of an imported file. Throws the errors of openFile. */
export async function openMedia(
  deps: Reading,
  scope: string,
  file: MediaFile,
  range: ByteRange,
): Promise<Readable | Buffer> {
  const isInChunks = file.stored_in === 'database' && file.data.length === 0;
  if (!isInChunks) return openFile(deps, scope, file, range);
  return Readable.from(acrossMove(deps, scope, file, range), { objectMode: false });
}
