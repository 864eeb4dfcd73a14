export interface MediaFilesTable {
  scope: string;
  sha256: string;
  mime: string;
  bytes: number;
  width: number | null;
  height: number | null;
  data: Uint8Array;
  created_at: string;
}

/** A chunk of a video, audio or book file. The row of such a file in media_files contains no bytes. */
export interface MediaChunksTable {
  scope: string;
  sha256: string;
  /** Index of the chunk, starting at 0. */
  chunk: number;
  data: Uint8Array;
}
