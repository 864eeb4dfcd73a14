import type { Generated } from 'kysely';
import type { StoreName } from '../files/store-name.ts';

export interface MediaFilesTable {
  scope: string;
  sha256: string;
  mime: string;
  bytes: number;
  width: number | null;
  height: number | null;
  /** The bytes of an image in the database; empty for other files. */
  data: Uint8Array;
  created_at: string;
  /** Where the bytes are. See: [Note: File stores] */
  stored_in: Generated<StoreName>;
  /** The time since which no content has used the file; null while it is used or has not been checked. */
  unused_since: Generated<string | null>;
}

/** A chunk of a video, audio or book file. The row of such a file in media_files contains no bytes. */
export interface MediaChunksTable {
  scope: string;
  sha256: string;
  /** Index of the chunk, starting at 0. */
  chunk: number;
  data: Uint8Array;
}

/** An object in a store outside the database. */
export interface StoredObjectsTable {
  scope: string;
  store: StoreName;
  sha256: string;
  /** False while the object is being written. */
  is_complete: Generated<boolean>;
  /** The time since which no row has used the object; null while it is used. */
  unused_since: string | null;
  /** The time by which the process that is deleting the object must be done; null if no process is deleting it. */
  deleting_until: Generated<string | null>;
}
