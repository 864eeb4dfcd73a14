import type { ByteRange } from '../../contract/media-range.ts';
import { Refused } from '../../contract/errors.ts';
import { RefusedForNow } from '../http/with-current-row.ts';
import type { StoreName } from './store-name.ts';

/** Identifies an object by its organisation and by the SHA-256 of its bytes. */
export interface ObjectKey {
  scope: string;
  sha256: string;
}

export interface NewObject extends ObjectKey {
  bytes: number;
  /** Returns the bytes from the beginning; called again for each attempt. */
  read(): AsyncIterable<Uint8Array>;
}

/**
 * [Note: File stores] The bytes of files are in the database, in a folder or in an S3-compatible object store. Bytes
 * never change: an object is named by their hash, so that equal files are stored once. The rows of files stay in the
 * database and say in which store the bytes are, so that files can be moved while they are served. Only small files of
 * the store `database` (images and uploads) are in their own row.
 */
export interface FileStore {
  readonly name: StoreName;
  /** Returns the size of an object in bytes; null if there is no such object. */
  sizeOf(key: ObjectKey): Promise<number | null>;
  write(object: NewObject): Promise<void>;
  /**
   * Opens a range of an object. If the object cannot be read, throws ObjectMissing or StoreFailure before the first
   * byte.
   */
  read(key: ObjectKey, range: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  delete(key: ObjectKey): Promise<void>;
}

/** A store outside the database, whose objects are listed to find those to which no row refers. */
export interface ExternalStore extends FileStore {
  readonly name: Exclude<StoreName, 'database'>;
  /** Lists the hashes of all objects of an organisation. */
  list(scope: string): AsyncIterable<string>;
  /** Deletes files that a killed process has written only in part. */
  deleteUnfinished(now: Date): Promise<void>;
  /** Throws StoreFailure if the store cannot be used. */
  check(): Promise<void>;
}

/** The stores of an installation outside its database. */
export interface FileStores {
  /** Where new files are written; null if in the database. */
  target: ExternalStore | null;
  external: readonly ExternalStore[];
}

/** How long a client should wait before it repeats a request that failed because of the store, in seconds. */
export const STORE_RETRY_S = 10;

/** The store cannot be used now. The request is refused with 503, and the same request can succeed later. */
export class StoreFailure extends RefusedForNow {
  /** What is wrong, for the log and for the operator. */
  readonly reason: string;
  constructor(reason: string) {
    super('unavailable', STORE_RETRY_S);
    this.message = reason;
    this.reason = reason;
  }
}

/** The store works, but has no object of this name. */
export class ObjectMissing extends Refused {
  constructor({ sha256 }: ObjectKey) {
    super('not_found');
    this.message = `there is no object ${sha256}`;
  }
}
