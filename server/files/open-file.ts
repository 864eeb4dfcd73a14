import { Readable } from 'node:stream';
import type { ByteRange } from '../../contract/media-range.ts';
import type { Deps } from '../deps.ts';
import { ObjectMissing } from './file-store.ts';
import { logStoreFailure, storeNamed } from './file-stores.ts';
import type { Placement } from './place-bytes.ts';

/** A file as its row describes it. */
export interface StoredFile extends Placement {
  bytes: number;
}

type Reading = Pick<Deps, 'db' | 'files' | 'log'>;

async function openObject(deps: Reading, scope: string, file: StoredFile, range: ByteRange) {
  const key = { scope, sha256: file.object_sha256 ?? '' };
  try {
    return await storeNamed(deps, file.stored_in).read(key, range);
  } catch (error) {
    if (error instanceof ObjectMissing)
      deps.log.error({ store: file.stored_in, sha256: key.sha256 }, 'an object is missing in the store of files');
    throw logStoreFailure(deps, file.stored_in, error);
  }
}

async function* logged(deps: Reading, file: StoredFile, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw logStoreFailure(deps, file.stored_in, error);
  }
}

/**
 * Opens a range of a file for a response. The store is asked for the object before the promise resolves, so that a
 * failure of the store results in an error response, not in a truncated file. Throws StoreFailure, or `not_found` if the store has lost the file.
 */
export async function openFile(
  deps: Reading,
  scope: string,
  file: StoredFile,
  range: ByteRange = { from: 0, to: file.bytes - 1 },
): Promise<Readable | Buffer> {
  const { buffer, byteOffset, byteLength } = file.data;
  if (byteLength > 0) return Buffer.from(buffer, byteOffset, byteLength).subarray(range.from, range.to + 1);
  return Readable.from(logged(deps, file, await openObject(deps, scope, file, range)), { objectMode: false });
}

/** Reads a whole file, which must be small. Throws the errors of openFile. */
export async function readFile(deps: Reading, scope: string, file: StoredFile): Promise<Buffer> {
  const opened = await openFile(deps, scope, file);
  if (Buffer.isBuffer(opened)) return opened;
  const chunks: Buffer[] = [];
  for await (const chunk of opened) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
