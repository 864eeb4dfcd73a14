import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { MEDIA_CHUNK_BYTES } from '../../contract/media-range.ts';
import type { Tx } from '../db/tables.ts';
import { StartupError } from '../startup-error.ts';
import type { ClipFile } from './videos.ts';
import type { ImportOptions } from './existing.ts';

type Options = Pick<ImportOptions, 'scope' | 'now'>;

/** Piece by piece: a film never stands in memory whole. */
async function writePieces(tx: Tx, clip: ClipFile, { scope }: Options): Promise<void> {
  const { path, sha256 } = clip;
  const hash = createHash('sha256');
  const file = await open(path);
  try {
    for (let start = 0; start < clip.bytes; start += MEDIA_CHUNK_BYTES) {
      const length = Math.min(MEDIA_CHUNK_BYTES, clip.bytes - start);
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
  if (hash.digest('hex') !== sha256)
    throw new StartupError(`${path} changed while it was imported: nothing was written.`);
}

/** Stores what is not here yet; the transaction is the caller's. */
export async function writeClips(tx: Tx, clips: readonly ClipFile[], options: Options): Promise<void> {
  for (const clip of clips) {
    const { sha256, mime, bytes } = clip;
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
    if (added) await writePieces(tx, clip, options);
  }
}
