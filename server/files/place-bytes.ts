import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { logStoreFailure } from './file-stores.ts';
import { putObject } from './objects.ts';
import type { StoreName } from './store-name.ts';

/** The columns that say where the bytes of a file are, and the bytes themselves if they are in the row. */
export interface Placement {
  stored_in: StoreName;
  object_sha256: string | null;
  data: Uint8Array;
}

export const hashOf = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** Returns the placement of bytes that are stored in the row of their file. */
export const inRow = (data: Uint8Array): Placement => ({ stored_in: 'database', object_sha256: null, data });

export async function* once(data: Uint8Array): AsyncGenerator<Uint8Array> {
  yield data;
}

/**
 * Stores the bytes of a small file where this installation writes new files. Returns the columns of its row. Call it
 * outside of transactions. Throws StoreFailure.
 */
export async function placeBytes(deps: Deps, scope: string, data: Uint8Array): Promise<Placement> {
  const store = deps.files?.target;
  if (!store) return inRow(data);
  const sha256 = hashOf(data);
  try {
    await putObject(deps, store, { scope, sha256, bytes: data.length, read: () => once(data) });
  } catch (error) {
    throw logStoreFailure(deps, store.name, error);
  }
  return { stored_in: store.name, object_sha256: sha256, data: new Uint8Array() };
}
