import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { MEDIA_CHUNK_BYTES } from '../../contract/media-range.ts';
import type { Tx } from '../db/tables.ts';
import { StartupError } from '../startup-error.ts';
import type { MediaFile } from './media-files.ts';
import type { ImportOptions } from './existing.ts';

type Options = Pick<ImportOptions, 'scope' | 'now'>;

/** Writes a file in chunks, so that the whole file is never in memory. */
async function writeChunks(tx: Tx, media: MediaFile, { scope }: Options): Promise<void> {
  const { path, sha256 } = media;
  const hash = createHash('sha256');
  const file = await open(path);
  try {
    for (let start = 0; start < media.bytes; start += MEDIA_CHUNK_BYTES) {
      const length = Math.min(MEDIA_CHUNK_BYTES, media.bytes - start);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
      const data = buffer.subarray(0, bytesRead);
      hash.update(data);
      await tx
        .insertInto('media_chunks')
        .values({ scope, sha256, chunk: start / MEDIA_CHUNK_BYTES, data })
        .execute();
    }
  } finally {
    await file.close();
  }
  if (hash.digest('hex') !== sha256) throw new StartupError(`${path} changed during the import. Nothing was written.`);
}

/** Stores the given files that are not stored yet, in the transaction of the caller. */
export async function writeMedia(tx: Tx, files: readonly MediaFile[], options: Options): Promise<void> {
  for (const media of files) {
    const { sha256, mime, bytes } = media;
    const added = await tx
      .insertInto('media_files')
      .values({
        scope: options.scope,
        sha256,
        mime,
        bytes,
        width: null,
        height: null,
        data: new Uint8Array(),
        created_at: options.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('sha256')
      .executeTakeFirst();
    if (added) await writeChunks(tx, media, options);
  }
}
