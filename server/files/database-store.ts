import { sql } from 'kysely';
import { chunksOf, MEDIA_CHUNK_BYTES, type ByteRange } from '../../contract/media-range.ts';
import type { Db, Tx } from '../db/tables.ts';
import { ObjectMissing, type FileStore, type NewObject, type ObjectKey } from './file-store.ts';

/** Joins and splits pieces, so that all but the last have exactly the size of a chunk. */
async function* inChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    pending.push(piece);
    bytes += piece.length;
    if (bytes < MEDIA_CHUNK_BYTES) continue;
    const joined = Buffer.concat(pending);
    let start = 0;
    for (; start + MEDIA_CHUNK_BYTES <= joined.length; start += MEDIA_CHUNK_BYTES)
      yield joined.subarray(start, start + MEDIA_CHUNK_BYTES);
    pending = [joined.subarray(start)];
    bytes = joined.length - start;
  }
  if (bytes > 0) yield Buffer.concat(pending);
}

/**
 * Keeps objects in chunks in the table `media_chunks`, so that neither writing nor reading needs a whole video in
 * memory. Writes in the transaction of the caller.
 */
export class DatabaseStore implements FileStore {
  readonly name = 'database';
  readonly #db: Db | Tx;

  constructor(db: Db | Tx) {
    this.#db = db;
  }

  async sizeOf({ scope, sha256 }: ObjectKey): Promise<number | null> {
    const { bytes } = await this.#db
      .selectFrom('media_chunks')
      .select(sql<number | null>`sum(length(data))::int`.as('bytes'))
      .where('scope', '=', scope)
      .where('sha256', '=', sha256)
      .executeTakeFirstOrThrow();
    return bytes;
  }

  async write({ scope, sha256, read }: NewObject): Promise<void> {
    await this.delete({ scope, sha256 });
    let chunk = 0;
    for await (const data of inChunks(read())) {
      await this.#db.insertInto('media_chunks').values({ scope, sha256, chunk, data }).execute();
      chunk += 1;
    }
  }

  async read(key: ObjectKey, range: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    return this.#chunks(key, range);
  }

  async delete({ scope, sha256 }: ObjectKey): Promise<void> {
    await this.#db.deleteFrom('media_chunks').where('scope', '=', scope).where('sha256', '=', sha256).execute();
  }

  async *#chunks({ scope, sha256 }: ObjectKey, range: ByteRange): AsyncGenerator<Uint8Array> {
    for (const { chunk, start, end } of chunksOf(range)) {
      const found = await this.#db
        .selectFrom('media_chunks')
        .select('data')
        .where('scope', '=', scope)
        .where('sha256', '=', sha256)
        .where('chunk', '=', chunk)
        .executeTakeFirst();
      if (!found) throw new ObjectMissing({ scope, sha256 });
      yield found.data.subarray(start, end);
    }
  }
}
